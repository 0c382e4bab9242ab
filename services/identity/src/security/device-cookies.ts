import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";
import type { Clock } from "@orbline/kit/clock";
import { userAgentLabel } from "@orbline/kit/http/user-agent";
import { deviceCookie } from "@orbline/proto/constants/session";
import type { User } from "../domain/user.ts";
import type { KnownDevices } from "../use-cases/ports.ts";

const nonceBytes = 16;

/**
 * Device cookies as OWASP describes them ("Slow Down Online Guessing Attacks with Device Cookies", 2018): for each user
 * an entry `nonce.expiry.signature`, joined by `~`. An entry contains no id, so that it does not tell other people at
 * the browser who has an account.
 */
export function deviceCookies({
  secret = randomBytes(32).toString("hex"),
  clock,
}: {
  secret?: string | undefined;
  clock: Clock;
}): KnownDevices {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "device cookies", 32));
  const hmac = (fields: readonly unknown[]) =>
    createHmac("sha256", key).update(JSON.stringify(fields)).digest();
  /** The nonce of a browser that has set the password by an emailed link: the same for every such browser. */
  const linkNonceOf = ({ id, passwordChangedAt }: User) =>
    hmac(["link", id, passwordChangedAt?.getTime() ?? 0])
      .subarray(0, nonceBytes)
      .toString("base64url");
  /**
   * The times of the password and of two-step sign-in are part of it. Entries from before two-step sign-in needed the password
   * alone, and each would give guesses of codes.
   */
  const sign = ({ id, passwordChangedAt, secondFactor }: User, nonce: string, expiry: string) => {
    const fields = [id, passwordChangedAt?.getTime() ?? 0, nonce, expiry];
    if (secondFactor) fields.push(secondFactor.enabledAt.getTime());
    return hmac(fields);
  };
  const nowSeconds = () => Math.floor(clock.now().getTime() / 1_000);
  const findNonce = (user: User, entry: string): string | undefined => {
    const [nonce = "", expiry = "", signature = ""] = entry.split(".");
    const given = Buffer.from(signature, "base64url");
    const expected = sign(user, nonce, expiry);
    const isOurs = given.length === expected.length && timingSafeEqual(given, expected);
    return isOurs && Number(expiry) > nowSeconds() ? nonce : undefined;
  };
  return {
    labelOf: userAgentLabel,
    find: (user, cookie) => {
      for (const entry of entriesOf(cookie)) {
        const nonce = findNonce(user, entry);
        if (nonce === undefined) continue;
        return nonce === linkNonceOf(user)
          ? { device: nonce, codeAccount: user.username }
          : { device: nonce };
      }
      return undefined;
    },
    remember: (user, cookie, { byLink } = { byLink: false }) => {
      const others = entriesOf(cookie).filter((entry) => findNonce(user, entry) === undefined);
      const nonce = byLink ? linkNonceOf(user) : randomBytes(nonceBytes).toString("base64url");
      const expiry = String(nowSeconds() + deviceCookie.lifeSeconds);
      const entry = [nonce, expiry, sign(user, nonce, expiry).toString("base64url")].join(".");
      return [entry, ...others].slice(0, deviceCookie.maxUsers).join("~");
    },
  };
}

const looksLikeEntry = /^[\w-]{22}\.\d{1,12}\.[\w-]{43}$/;

/** The well-formed entries of a cookie, at most as many as we would write. */
function entriesOf(cookie = ""): string[] {
  const entries = cookie.slice(0, 1_000).split("~");
  return entries.filter((entry) => looksLikeEntry.test(entry)).slice(0, deviceCookie.maxUsers);
}
