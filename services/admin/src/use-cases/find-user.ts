import { AppError } from "@orbline/kit/errors";
import type { UserView } from "../domain/user-view.ts";
import type { UserViews } from "./ports.ts";

/** One user of the read model. @throws not-found */
export const findUser =
  ({ users }: { users: UserViews }) =>
  async (id: string): Promise<UserView> => {
    const user = await users.find(id);
    if (user) return user;
    throw new AppError("not-found", "user.not-found", "There is no such user.");
  };
