import { managesSubscriptions } from "@orbline/proto/constants/admin-names";
import type { OddsFormat } from "@orbline/proto/constants/display";
import type { PasskeyTransport } from "@orbline/proto/constants/passkeys";

/** Id of an account: `usr_` and 32 hex digits. */
export type UserId = string & { readonly brand: "UserId" };

/** Only the admin:create command makes admins. */
export type Role = "user" | "admin";

/**
 * What a session may do; `dashboard` is an admin whose username does not begin with `admin_`, `unenrolled` one without an
 * authenticator app and a passkey.
 */
export type SessionRole = Role | "dashboard" | "unenrolled";

/** Services that must confirm that they have erased a user. */
export const erasingServices = ["billing", "prediction"] as const;
export type ErasingService = (typeof erasingServices)[number];

/** A deletion in progress. */
export type Deletion = {
  requestedAt: Date;
  /** Services that have confirmed the erasure. */
  erased: readonly ErasingService[];
  /** The last time when a session was found open after the request. */
  sessionsOpenAt?: Date | undefined;
};

/** An authenticator app that shows a new code every 30 seconds (TOTP, RFC 6238), and recovery codes for its loss. */
export type SecondFactor = {
  /** The secret that the app shares, encrypted. */
  sealedSecret: string;
  /** Time step of the last accepted code. Codes of this step and of earlier ones are refused. */
  lastStep: number;
  /** Keyed hashes of the unused recovery codes. */
  recoveryHashes: readonly string[];
  enabledAt: Date;
};

/** A WebAuthn credential of this site, kept by a device, a password manager or a security key. */
export type Passkey = {
  /** The id of the credential in base64url. */
  id: string;
  /** The public key in COSE, in base64url. */
  publicKey: string;
  /** The signature counter at the last use. */
  counter: number;
  /** The ways in which browsers reach it. */
  transports: readonly PasskeyTransport[];
  /** Given by the owner. */
  name: string;
  createdAt: Date;
  lastUsedAt?: Date | undefined;
};

/** How an account's owner wants odds and times shown. */
export type Preferences = {
  oddsFormat: OddsFormat;
  /** An IANA name; null for the time zone of the browser. */
  timeZone: string | null;
};

export type User = {
  id: UserId;
  /** Keeps its case. Unique regardless of case. */
  username: string;
  /** In lower case. */
  email?: string | undefined;
  emailVerified: boolean;
  /** In lower case. Replaces `email` once its owner follows the emailed link. */
  newEmail?: string | undefined;
  /** When `email` last replaced another one. Absent after an undo. */
  emailChangedAt?: Date | undefined;
  phone?: string | undefined;
  role: Role;
  /** Absent while the owner of an account opened by a checkout has not set a password. */
  passwordHash?: string | undefined;
  passwordChangedAt?: Date | undefined;
  /** Absent while no code of an app must come with the password. */
  secondFactor?: SecondFactor | undefined;
  /** Each signs in without a password. At least one, if present. */
  passkeys?: readonly Passkey[] | undefined;
  /** Absent until the owner sets them. */
  preferences?: Preferences | undefined;
  termsAcceptedAt?: Date | undefined;
  affiliateCode?: string | undefined;
  /** The guest checkout that opened the account. */
  openedByCheckout?: string | undefined;
  /** Set while an admin has blocked the account. Nobody can sign in then. */
  blockedAt?: Date | undefined;
  /** Set once the owner asks for deletion. Nobody can sign in from then on. */
  deletion?: Deletion | undefined;
  createdAt: Date;
};

/** The data of a new account. */
export type NewUser = Pick<
  User,
  | "id"
  | "username"
  | "email"
  | "phone"
  | "role"
  | "passwordHash"
  | "affiliateCode"
  | "openedByCheckout"
> & { emailVerified?: boolean | undefined; termsAccepted?: boolean | undefined };

/** Fields that an owner changes. An absent one stays unchanged; a phone of undefined is removed. */
export type ContactChange = { email?: string | undefined; phone?: string | undefined };

/** Whether a user has an authenticator app or a passkey. */
export function hasFactor({
  secondFactor,
  passkeys,
}: Pick<User, "secondFactor" | "passkeys">): boolean {
  return secondFactor !== undefined || passkeys !== undefined;
}

/** Whether the password or an emailed link alone opens no session: a code must come with it, or an admin must use a passkey. */
export function needsFactor(user: Pick<User, "role" | "secondFactor" | "passkeys">): boolean {
  return user.secondFactor !== undefined || (user.role === "admin" && hasFactor(user));
}

/** The role of a user's sessions. */
export function sessionRoleOf(
  user: Pick<User, "role" | "username" | "secondFactor" | "passkeys">,
): SessionRole {
  const { role, username } = user;
  if (role === "admin" && !hasFactor(user)) return "unenrolled";
  return role === "admin" && !managesSubscriptions(username) ? "dashboard" : role;
}
