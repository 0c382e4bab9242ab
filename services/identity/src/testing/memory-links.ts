import type { Clock } from "@orbline/kit/clock";
import type { Link } from "../domain/link.ts";
import type { Links } from "../use-cases/ports.ts";

/** Links in memory, for tests. Passes links-suite.ts like the real store. */
export const memoryLinks = (clock: Clock): Links => {
  const known = new Map<string, { link: Link; expiresAtMs: number }>();
  let secrets = 0;
  const good = (purpose: Link["purpose"], secret: string) => {
    const entry = known.get(secret);
    const isGood = entry?.link.purpose === purpose && entry.expiresAtMs > clock.now().getTime();
    return isGood ? entry.link : undefined;
  };
  return {
    create: (link, lifeMs) => {
      const secret = String((secrets += 1)).padStart(43, "s");
      known.set(secret, { link, expiresAtMs: clock.now().getTime() + lifeMs });
      return Promise.resolve(secret);
    },
    find: (purpose, secret) => Promise.resolve(good(purpose, secret)),
    use: (purpose, secret) =>
      Promise.resolve(good(purpose, secret) !== undefined && known.delete(secret)),
    revokeAll: (userId, purpose) => {
      for (const [secret, { link }] of known)
        if (link.userId === userId && (!purpose || link.purpose === purpose)) known.delete(secret);
      return Promise.resolve();
    },
    revokeClaims: ({ userId, checkoutId }) => {
      for (const [secret, { link }] of known)
        if (link.purpose === "claim" && link.userId === userId && link.checkoutId === checkoutId)
          known.delete(secret);
      return Promise.resolve();
    },
    revokeInvitations: (email) => {
      for (const [secret, { link }] of known)
        if (link.email === email && link.purpose === "convert-waitlist") known.delete(secret);
      return Promise.resolve();
    },
    forgetExpired: () => {
      for (const [secret, { expiresAtMs }] of known)
        if (expiresAtMs <= clock.now().getTime()) known.delete(secret);
      return Promise.resolve();
    },
  };
};
