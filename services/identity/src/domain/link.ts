import type { UserId } from "./user.ts";

export type LinkPurpose =
  | "verify-email"
  | "undo-email-change"
  | "undo-second-factor"
  | "reset-password"
  | "claim"
  | "convert-waitlist";

/** The purposes of an emailed link. */
export type Link = {
  purpose: LinkPurpose;
  /** The address that got the link. Using the link proves control of the address. */
  email: string;
  userId?: UserId | undefined;
  /** The purchase that a claim link claims. */
  checkoutId?: string | undefined;
};

const hourMs = 3_600_000;

/** How long a link is valid, in milliseconds. */
export const linkLifeMs: Record<LinkPurpose, number> = {
  "verify-email": 48 * hourMs,
  "undo-email-change": 72 * hourMs,
  "undo-second-factor": 72 * hourMs,
  "reset-password": hourMs,
  claim: 7 * 24 * hourMs,
  "convert-waitlist": 30 * 24 * hourMs,
};
