import type { UserId } from "./user.ts";

/** Emails about an account. They are checked against the account's state when they are sent. */
export type AccountEmailKind = "verify-email" | "claim" | ChangeNotice | LoginNotice;

/** Notices of a change of the account. */
export type ChangeNotice =
  | "password-changed"
  | "email-changed"
  | "second-factor-on"
  | "second-factor-off"
  | "recovery-code-used"
  | "recovery-codes-renewed"
  | "passkey-added"
  | "passkey-removed";

/** Warnings about logins, with the browser and the time. */
export type LoginNotice = "new-device" | "login-throttled";

/** Emails to an address that may have no account. */
export type AddressEmailKind = "reset-password" | "waitlist" | "account-deleted";

/** An email that must still be sent, without secrets. Each id is sent once. */
export type PendingEmail = {
  id: string;
  to: string;
  /** Values for the email's text. */
  data: Readonly<Record<string, string>>;
} & ({ kind: AccountEmailKind; userId: UserId } | { kind: AddressEmailKind });

/** An email with the values of its text; `secret` belongs to the link made for this email. */
export type PreparedEmail = { to: string } & (
  | { kind: "verify-email"; username: string | undefined; secret: string }
  | { kind: "reset-password"; username: string | undefined; secret: string; isFirst: boolean }
  | {
      kind: "claim";
      username: string | undefined;
      secret: string;
      plan: string;
      reminder: number;
      hasPassword: boolean;
    }
  | { kind: "waitlist"; secret: string }
  | { kind: "new-device"; username: string | undefined; device: string; at: string }
  | { kind: "login-throttled"; username: string | undefined; device: string; at: string }
  | { kind: "email-changed"; username: string | undefined; secret?: string | undefined }
  | { kind: "second-factor-on"; username: string | undefined; secret?: string | undefined }
  | { kind: "passkey-added"; username: string | undefined; secret?: string | undefined }
  | {
      kind:
        | Exclude<ChangeNotice, "email-changed" | "second-factor-on" | "passkey-added">
        | "account-deleted";
      username: string | undefined;
    }
);

/** Asks the owner to verify the email address; `at` makes the id unique. */
export function verificationEmail(userId: UserId, to: string, at: Date): PendingEmail {
  return {
    id: `verify-email:${userId}:${at.getTime()}`,
    kind: "verify-email",
    userId,
    to,
    data: {},
  };
}
