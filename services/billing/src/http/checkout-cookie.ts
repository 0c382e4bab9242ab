import { hash, randomBytes } from "node:crypto";
import type { Request } from "express";
import { checkoutLoginMs } from "../domain/claims.ts";

const name = (origin: string) => (origin.startsWith("http:") ? "checkout" : "__Host-checkout");

/** A secret that proves in which browser a checkout began. */
export const newSecret = (): string => randomBytes(32).toString("base64url");

/** Set-Cookie value that binds a checkout by e-mail alone to this browser; good for as long as its login is. */
export const checkoutCookie = (origin: string, secret: string): string => {
  const secure = origin.startsWith("http:") ? "" : "; Secure";
  const maxAge = checkoutLoginMs / 1_000;
  return `${name(origin)}=${secret}; Path=/; HttpOnly; SameSite=Lax${secure}; Max-Age=${maxAge}`;
};

/** What is kept of such a secret. */
export const hashSecret = (secret: string): string => hash("sha256", secret);

/** What the browser holds; undefined without one. */
export const checkoutSecret = (request: Request, origin: string): string | undefined => {
  const prefix = `${name(origin)}=`;
  const pairs = (request.get("cookie") ?? "").split(";").map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(prefix))?.slice(prefix.length) || undefined;
};
