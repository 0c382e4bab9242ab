import { linkInvalid } from "../domain/user-errors.ts";
import { verifyEmail as verify } from "../domain/user-changes.ts";
import type { Links, Users } from "./ports.ts";

/** Takes a mailed link as proof that the address is the account's; once. @throws invalid when the link is not good */
export const verifyEmail =
  ({ users, links }: { users: Users; links: Links }) =>
  async (token: string): Promise<{ email: string }> => {
    const link = await links.find("verify-email", token);
    if (!link?.userId || !(await links.use("verify-email", token))) throw linkInvalid();
    const { email, userId } = link;
    await users.update(userId, (user) => {
      if (user.email !== email || user.deletion) throw linkInvalid();
      return verify(user);
    });
    return { email };
  };
