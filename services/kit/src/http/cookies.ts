import { hash, randomBytes } from "node:crypto";

const isSecure = (origin: string) => !origin.startsWith("http:");

/** Name of a cookie on a public origin. Browsers accept the `__Host-` prefix on https only; development uses http. */
export function cookieName(name: string, origin: string): string {
  return isSecure(origin) ? `__Host-${name}` : name;
}

type Cookie = {
  /** The name without the prefix. */
  name: string;
  value: string;
  /** The product's public origin. */
  origin: string;
  maxAgeSeconds: number;
};

/** A Set-Cookie value; scripts cannot read the cookie. A `maxAgeSeconds` of 0 removes it. */
export function setCookie({ name, value, origin, maxAgeSeconds }: Cookie): string {
  const secure = isSecure(origin) ? "; Secure" : "";
  return `${cookieName(name, origin)}=${value}; Path=/; HttpOnly; SameSite=Lax${secure}; Max-Age=${maxAgeSeconds}`;
}

/** Value of the first cookie with exactly this name in a Cookie header; undefined without one. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  if (header === undefined) return undefined;
  const prefix = `${name}=`;
  // Most browsers send only this cookie.
  if (header.startsWith(prefix) && !header.includes(";")) return header.slice(prefix.length);
  const pairs = header.split(";").map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(prefix))?.slice(prefix.length);
}

/** A secret for a cookie: 256 random bits. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** SHA-256 of a secret in hex. Only the hash is stored and passed on. */
export function hashSecret(secret: string): string {
  return hash("sha256", secret);
}
