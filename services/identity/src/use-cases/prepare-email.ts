import { unreachable } from "@orbline/kit/errors";
import { chosenUsername } from "@orbline/proto/constants/usernames";
import type { LoginNotice, PendingEmail, PreparedEmail } from "../domain/email.ts";
import { linkLifeMs, type Link } from "../domain/link.ts";
import type { User, UserId } from "../domain/user.ts";
import type { IdentityDeps, Users } from "./ports.ts";

export type PrepareDeps = Pick<IdentityDeps, "links" | "waitlist"> & {
  users: Pick<Users, "find" | "findByEmail">;
};

/**
 * Reads the current values of a pending email when it is sent. Creates the secret of its link only then, so that none
 * is stored. Returns undefined when the email is no longer needed.
 */
export async function prepareEmail(
  deps: PrepareDeps,
  email: PendingEmail,
): Promise<PreparedEmail | undefined> {
  switch (email.kind) {
    case "verify-email":
      return verification(deps, email.userId, email.to);
    case "reset-password":
      return passwordReset(deps, email.to);
    case "claim":
      return claim(deps, email);
    case "waitlist":
      return invitation(deps, email.to);
    case "new-device":
    case "login-throttled":
      return loginNotice(deps, email.kind, email);
    case "email-changed":
      return emailChanged(deps, email);
    case "second-factor-on":
    case "passkey-added":
      return factorAdded(deps, email.kind, email);
    case "password-changed":
    case "second-factor-off":
    case "recovery-code-used":
    case "recovery-codes-renewed":
    case "passkey-removed":
    case "account-deleted":
      return { kind: email.kind, to: email.to, username: email.data["username"] };
    default:
      return unreachable(email);
  }
}

async function verification(
  deps: PrepareDeps,
  userId: UserId,
  email: string,
): Promise<PreparedEmail | undefined> {
  const user = (await deps.users.find(userId))?.user;
  if (!user || user.deletion) return undefined;
  const isNeeded = user.newEmail === email || (user.email === email && !user.emailVerified);
  if (!isNeeded) return undefined;
  const link = await createLink(deps, { purpose: "verify-email", email, userId });
  return { kind: "verify-email", username: chosenUsername(user), ...link };
}

/** The account that the address had until its change, which the link undoes. */
async function emailChanged(
  deps: PrepareDeps,
  { to, data, userId }: Pick<PendingEmail, "to" | "data"> & { userId: UserId },
): Promise<PreparedEmail> {
  const { username, canUndo } = data;
  if (canUndo === undefined) return { kind: "email-changed", to, username };
  const link = await createLink(deps, { purpose: "undo-email-change", email: to, userId });
  return { kind: "email-changed", username, ...link };
}

/** A new factor, which the link removes while the account has the address. */
async function factorAdded(
  deps: PrepareDeps,
  kind: "second-factor-on" | "passkey-added",
  { to, data, userId }: Pick<PendingEmail, "to" | "data"> & { userId: UserId },
): Promise<PreparedEmail> {
  const { username, canUndo } = data;
  if (canUndo === undefined || !(await findRecipient(deps, userId, to)))
    return { kind, to, username };
  const link = await createLink(deps, { purpose: "undo-second-factor", email: to, userId });
  return { kind, username, ...link };
}

async function passwordReset(deps: PrepareDeps, email: string): Promise<PreparedEmail | undefined> {
  const user = (await deps.users.findByEmail(email))?.user;
  if (!user || user.deletion) return undefined;
  const link = await createLink(deps, { purpose: "reset-password", email, userId: user.id });
  return {
    kind: "reset-password",
    username: chosenUsername(user),
    isFirst: user.passwordHash === undefined,
    ...link,
  };
}

async function claim(
  deps: PrepareDeps,
  { to: email, data, userId }: Pick<PendingEmail, "to" | "data"> & { userId: UserId },
): Promise<PreparedEmail | undefined> {
  const user = await findRecipient(deps, userId, email);
  const { checkoutId, plan = "", reminder = "0" } = data;
  if (!user || checkoutId === undefined) return undefined;
  const link = await createLink(deps, { purpose: "claim", email, userId, checkoutId });
  return {
    kind: "claim",
    username: chosenUsername(user),
    plan,
    reminder: Number(reminder),
    hasPassword: user.passwordHash !== undefined,
    ...link,
  };
}

async function loginNotice(
  deps: PrepareDeps,
  kind: LoginNotice,
  { to, data, userId }: Pick<PendingEmail, "to" | "data"> & { userId: UserId },
): Promise<PreparedEmail | undefined> {
  const user = await findRecipient(deps, userId, to);
  const { device = "", at = "" } = data;
  return user && { kind, to, username: chosenUsername(user), device, at };
}

async function invitation(deps: PrepareDeps, email: string): Promise<PreparedEmail | undefined> {
  const entry = await deps.waitlist.find(email);
  if (!entry || entry.convertedAt) return undefined;
  const link = await createLink(deps, { purpose: "convert-waitlist", email });
  return { kind: "waitlist", ...link };
}

/** The account while it has this address and is not being deleted. */
async function findRecipient(
  { users }: PrepareDeps,
  id: UserId,
  email: string,
): Promise<User | undefined> {
  const user = (await users.find(id))?.user;
  return user && !user.deletion && user.email === email ? user : undefined;
}

async function createLink({ links }: PrepareDeps, link: Link) {
  return { to: link.email, secret: await links.create(link, linkLifeMs[link.purpose]) };
}
