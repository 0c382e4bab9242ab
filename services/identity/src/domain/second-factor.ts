import type { PendingEmail } from "./email.ts";
import {
  noFactors,
  notification,
  updated,
  type UserChange,
  withoutPassword,
} from "./user-changes.ts";
import { lastFactor, secondFactorOff, secondFactorOn } from "./user-errors.ts";
import { hasFactor, needsFactor, type SecondFactor, type User } from "./user.ts";

/** A code that matches: the time step of an app's code, or the hash of a recovery code. */
export type MatchingCode = { sealedSecret: string } & ({ step: number } | { recoveryHash: string });

/**
 * Turns the second factor on; the owner is notified. A new email address that still waits for its link is forgotten, because a
 * thief who knew the password may have entered it.
 * @throws conflict when it is on already
 */
export function enableSecondFactor(
  user: User,
  factor: Omit<SecondFactor, "enabledAt">,
  now: Date,
): UserChange {
  if (user.secondFactor) throw secondFactorOn();
  const secondFactor = { ...factor, enabledAt: now };
  return updated(
    { ...user, secondFactor, newEmail: undefined },
    factorNotice("second-factor-on", user, now),
  );
}

/**
 * Notifies the owner of a new factor. A verified address gets a link that removes all factors, unless codes or passkeys were
 * needed before: a person who only reads the owner's emails must not remove those.
 */
export function factorNotice(
  kind: "second-factor-on" | "passkey-added",
  before: User,
  now: Date,
): PendingEmail[] {
  const canUndo = before.emailVerified && !needsFactor(before);
  return notification(kind, before, now, { canUndo });
}

/** Removes all factors by the link that the owner got about one of them, and the password, which the thief knew. */
export function undoFactors(user: User, passwordHash: string, now: Date): UserChange {
  return updated({ ...user, ...noFactors, ...withoutPassword(user, passwordHash, now) });
}

/**
 * Removes all factors of an owner who has lost them, and a new email address that waits; the owner is notified. Returns undefined
 * without factors.
 */
export function removeFactors(user: User, now: Date): UserChange | undefined {
  if (!hasFactor(user)) return undefined;
  return updated(
    { ...user, ...noFactors, newEmail: undefined },
    notification("second-factor-off", user, now),
  );
}

/**
 * Turns the second factor off; the owner is notified. A new email address that still waits for its link is forgotten.
 * @throws conflict when it is off already, and for the last factor of an admin
 */
export function removeSecondFactor(user: User, now: Date): UserChange {
  if (!user.secondFactor) throw secondFactorOff();
  const state = { ...user, secondFactor: undefined, newEmail: undefined };
  if (user.role === "admin" && !hasFactor(state)) throw lastFactor();
  return updated(state, notification("second-factor-off", user, now));
}

/** Replaces the recovery codes; the owner is notified. @throws conflict without a second factor */
export function renewRecoveryCodes(
  user: User,
  recoveryHashes: readonly string[],
  now: Date,
): UserChange {
  if (!user.secondFactor) throw secondFactorOff();
  return updated(
    { ...user, secondFactor: { ...user.secondFactor, recoveryHashes } },
    notification("recovery-codes-renewed", user, now),
  );
}

/**
 * Uses up a code: its time step and those before it, or the recovery code, of which the owner is notified. Undefined
 * for a code that was used before or belongs to an earlier secret.
 */
export function useCode(user: User, code: MatchingCode, now: Date): UserChange | undefined {
  const { secondFactor } = user;
  if (!secondFactor || secondFactor.sealedSecret !== code.sealedSecret) return undefined;
  if ("step" in code) {
    if (code.step <= secondFactor.lastStep) return undefined;
    return updated({ ...user, secondFactor: { ...secondFactor, lastStep: code.step } });
  }
  const recoveryHashes = secondFactor.recoveryHashes.filter((hash) => hash !== code.recoveryHash);
  if (recoveryHashes.length === secondFactor.recoveryHashes.length) return undefined;
  return updated(
    { ...user, secondFactor: { ...secondFactor, recoveryHashes } },
    notification("recovery-code-used", user, now),
  );
}
