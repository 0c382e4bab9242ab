import { linkInvalid } from "../domain/user-errors.ts";
import type { NewAccountDeps } from "./new-account.ts";
import type { Links, Sessions, Waitlist } from "./ports.ts";
import { register, type Register, type SignedIn } from "./register.ts";

type Deps = NewAccountDeps & { sessions: Sessions; links: Links; waitlist: Waitlist };

/**
 * Makes an account of a waitlist entry by its mailed link, which proves the e-mail; the entry's affiliate counts
 * unless another is named. @throws invalid when the link is not good, conflict, unavailable
 */
export const convertWaitlist =
  (deps: Deps) =>
  async ({ token, ...input }: Omit<Register, "email"> & { token: string }): Promise<SignedIn> => {
    const { links, waitlist } = deps;
    const link = await links.find("convert-waitlist", token);
    const entry = link && (await waitlist.find(link.email));
    if (!entry) throw linkInvalid();
    const { email } = entry;
    const affiliateCode = input.affiliateCode ?? entry.affiliateCode;
    // An address has one account, so whoever uses the link twice at once gets one account too.
    const signedIn = await register(deps)({ ...input, email, emailVerified: true, affiliateCode });
    await links.use("convert-waitlist", token);
    await waitlist.convert(email, signedIn.account.user.id);
    return signedIn;
  };
