import type { UserId } from "./user.ts";

/** Mails that are about an account; the worker that sends one asks for the account's state of then. */
export type AccountMailKind = "verify-email" | "claim" | "password-changed" | "email-changed";

/** Mails to an address of which nobody knows here whether it has an account. */
export type AddressMailKind = "reset-password" | "waitlist" | "account-deleted";

/** A mail that is owed: what it is and to whom, never a secret. One id is sent once. */
export type MailNote = {
  id: string;
  to: string;
  /** Words for the mail's text. */
  about: Readonly<Record<string, string>>;
} & ({ kind: AccountMailKind; userId: UserId } | { kind: AddressMailKind });

/** A mail with all that its text needs; `secret` is the one of a link made for this mail. */
export type PreparedMail = { to: string } & (
  | { kind: "verify-email"; username: string; secret: string }
  | { kind: "reset-password"; username: string; secret: string; isFirst: boolean }
  | {
      kind: "claim";
      username: string;
      secret: string;
      plan: string;
      reminder: number;
      hasPassword: boolean;
    }
  | { kind: "waitlist"; secret: string }
  | { kind: "password-changed" | "email-changed" | "account-deleted"; username: string }
);

/** What a mailed link may be used for. */
export type LinkPurpose = "verify-email" | "reset-password" | "claim" | "convert-waitlist";

/** What stands behind a mailed link. */
export type Link = {
  purpose: LinkPurpose;
  /** The address that the link was mailed to: whoever has the secret reads its mails. */
  email: string;
  userId?: UserId;
  /** Set for a claim: what was bought. */
  checkoutId?: string;
};

const hourMs = 3_600_000;

/** How long a link is good, in milliseconds. */
export const linkLifeMs: Record<LinkPurpose, number> = {
  "verify-email": 48 * hourMs,
  "reset-password": hourMs,
  claim: 7 * 24 * hourMs,
  "convert-waitlist": 30 * 24 * hourMs,
};
