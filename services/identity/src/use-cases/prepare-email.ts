import { unreachable } from "@orbline/kit/errors";
import { linkLifeMs, type Link, type MailNote, type PreparedMail } from "../domain/mail.ts";
import type { User, UserId } from "../domain/user.ts";
import type { Links, Users, Waitlist } from "./ports.ts";

type Deps = { users: Users; links: Links; waitlist: Waitlist };

const withSecret = async ({ links }: Deps, link: Link) => ({
  to: link.email,
  secret: await links.create(link, linkLifeMs[link.purpose]),
});

/** The account, as long as it may get mails about itself at this address. */
const recipient = async ({ users }: Deps, id: UserId, to: string): Promise<User | undefined> => {
  const user = (await users.find(id))?.user;
  return user && !user.deletion && user.email === to ? user : undefined;
};

const verification = async (deps: Deps, userId: UserId, to: string) => {
  const user = await recipient(deps, userId, to);
  if (!user || user.emailVerified) return undefined;
  const link = await withSecret(deps, { purpose: "verify-email", email: to, userId });
  return { kind: "verify-email", username: user.username, ...link } as const;
};

const newPassword = async (deps: Deps, to: string) => {
  const user = (await deps.users.findByEmail(to))?.user;
  if (!user || user.deletion) return undefined;
  const { id: userId, username } = user;
  const link = await withSecret(deps, { purpose: "reset-password", email: to, userId });
  return {
    kind: "reset-password",
    username,
    isFirst: user.passwordHash === undefined,
    ...link,
  } as const;
};

const claim = async (
  deps: Deps,
  { to, about, userId }: Pick<MailNote, "to" | "about"> & { userId: UserId },
) => {
  const user = await recipient(deps, userId, to);
  const { checkoutId, plan = "", reminder = "0" } = about;
  if (!user || checkoutId === undefined) return undefined;
  const link = await withSecret(deps, { purpose: "claim", email: to, userId, checkoutId });
  return {
    kind: "claim",
    username: user.username,
    plan,
    reminder: Number(reminder),
    hasPassword: user.passwordHash !== undefined,
    ...link,
  } as const;
};

const invitation = async (deps: Deps, to: string) => {
  const entry = await deps.waitlist.find(to);
  if (!entry || entry.convertedAt) return undefined;
  const link = await withSecret(deps, { purpose: "convert-waitlist", email: to });
  return { kind: "waitlist", ...link } as const;
};

/**
 * Brings an owed mail up to date when it goes out, and makes the secret of its link only then, so that none is
 * ever stored. Undefined when there is no reason for the mail any more, or never was.
 */
export const prepareMail =
  (deps: Deps) =>
  async (note: MailNote): Promise<PreparedMail | undefined> => {
    switch (note.kind) {
      case "verify-email":
        return verification(deps, note.userId, note.to);
      case "reset-password":
        return newPassword(deps, note.to);
      case "claim":
        return claim(deps, note);
      case "waitlist":
        return invitation(deps, note.to);
      case "password-changed":
      case "email-changed":
      case "account-deleted":
        return { kind: note.kind, to: note.to, username: note.about["username"] ?? "" };
      default:
        return unreachable(note);
    }
  };
