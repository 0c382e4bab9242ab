import { factorNotice } from "./second-factor.ts";
import { notification, updated, type UserChange } from "./user-changes.ts";
import { lastFactor, passkeyKnown, passkeyNotFound, passkeysFull } from "./user-errors.ts";
import { hasFactor, needsFactor, type Passkey, type User } from "./user.ts";

const maxPasskeys = 10;

/** EdDSA, ES256 and RS256 (COSE), which cover every authenticator. */
export const passkeyAlgorithms = [-8, -7, -257];

/** Domain (RP ID) and origin of passkeys. Browsers accept no IP address as a domain. */
export function passkeySite(publicOrigin: string): { id: string; origin: string } {
  const { hostname: id, origin } = new URL(publicOrigin);
  return { id, origin };
}

/**
 * Adds a passkey; the owner is notified. If it is the first factor of an admin, a new email address that still waits for its link
 * is forgotten, as by two-step sign-in.
 * @throws conflict for a known one, and beyond ten
 */
export function addPasskey(user: User, passkey: Passkey, now: Date): UserChange {
  const passkeys = user.passkeys ?? [];
  if (passkeys.some(({ id }) => id === passkey.id)) throw passkeyKnown();
  if (passkeys.length >= maxPasskeys) throw passkeysFull(maxPasskeys);
  const state = { ...user, passkeys: [...passkeys, passkey] };
  const newEmail = needsFactor(user) === needsFactor(state) ? user.newEmail : undefined;
  return updated({ ...state, newEmail }, factorNotice("passkey-added", user, now));
}

/** Renames a passkey; undefined when it has this name. @throws not-found */
export function renamePasskey(
  user: User,
  { id, name }: Pick<Passkey, "id" | "name">,
): UserChange | undefined {
  const known = user.passkeys?.find((passkey) => passkey.id === id);
  if (!known) throw passkeyNotFound();
  if (known.name === name) return undefined;
  return updated({
    ...user,
    passkeys: user.passkeys?.map((passkey) => (passkey.id === id ? { ...known, name } : passkey)),
  });
}

/** Removes a passkey; the owner is notified. @throws not-found, conflict for the last factor of an admin */
export function removePasskey(user: User, id: string, now: Date): UserChange {
  const passkeys = user.passkeys?.filter((passkey) => passkey.id !== id) ?? [];
  if (passkeys.length === (user.passkeys?.length ?? 0)) throw passkeyNotFound();
  const state = { ...user, passkeys: passkeys.length > 0 ? passkeys : undefined };
  if (user.role === "admin" && !hasFactor(state)) throw lastFactor();
  return updated(state, notification("passkey-removed", user, now));
}

/**
 * Records a use of a passkey with its new signature counter. Undefined when the passkey was removed, and when the
 * counter did not grow, which indicates a copy. Passkeys that are synchronized between devices always have the counter
 * 0.
 */
export function recordPasskeyUse(
  user: User,
  { id, counter }: Pick<Passkey, "id" | "counter">,
  now: Date,
): UserChange | undefined {
  const known = user.passkeys?.find((passkey) => passkey.id === id);
  if (!known) return undefined;
  const isCounting = counter > 0 || known.counter > 0;
  if (isCounting && counter <= known.counter) return undefined;
  const used = { ...known, counter, lastUsedAt: now };
  return updated({
    ...user,
    passkeys: user.passkeys?.map((passkey) => (passkey.id === id ? used : passkey)),
  });
}
