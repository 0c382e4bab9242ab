import { linkInvalid } from "../domain/user-errors.ts";
import type { User } from "../domain/user.ts";
import type { SignedIn } from "./log-in.ts";
import type { IdentityDeps, WaitlistEntry, WaitlistOwner } from "./ports.ts";
import { register, type RegisterDeps, type RegisterInput } from "./register.ts";

/** Adds an address to the waitlist and sends it a link to open an account. @throws unavailable */
export async function joinWaitlist(
  deps: Pick<IdentityDeps, "waitlist" | "emails" | "emailLimits" | "newId">,
  entry: Pick<WaitlistEntry, "email" | "source" | "affiliateCode">,
): Promise<void> {
  const { waitlist, emails, emailLimits, newId } = deps;
  await waitlist.join(entry);
  if (await emailLimits.take("waitlist", entry.email)) return;
  await emails.post({ id: `waitlist:${newId()}`, kind: "waitlist", to: entry.email, data: {} });
}

/**
 * Makes an account from a waitlist entry by its emailed link, which verifies the address. The entry's affiliate code
 * counts unless the input has one.
 * @throws invalid for a bad link, conflict, unavailable
 */
export async function convertWaitlist(
  deps: RegisterDeps & Pick<IdentityDeps, "links" | "waitlist">,
  { token, ...input }: Omit<RegisterInput, "email"> & { token: string },
): Promise<SignedIn> {
  const { links, waitlist } = deps;
  const link = await links.find("convert-waitlist", token);
  const entry = link && (await waitlist.find(link.email));
  if (!entry) throw linkInvalid();
  const { email } = entry;
  const affiliateCode = input.affiliateCode ?? entry.affiliateCode;
  // Two concurrent uses of the link still make one account, because an address can have only one.
  const signedIn = await register(deps, { ...input, email, emailVerified: true, affiliateCode });
  await links.use("convert-waitlist", token);
  await waitlist.convert(email, signedIn.account.user.id);
  return signedIn;
}

/** An account as the owner of waitlist entries. An address that was never verified may be foreign, and its entry too. */
export function waitlistOwnerOf({
  id: userId,
  email,
  emailVerified,
}: Pick<User, "id" | "email" | "emailVerified">): WaitlistOwner {
  return { userId, email: emailVerified ? email : undefined };
}
