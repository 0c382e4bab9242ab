import { createHash, timingSafeEqual } from "node:crypto";
import { stripeError } from "./stripe-error.ts";

const noKey =
  "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').";

const digest = (text: string) => createHash("sha256").update(text).digest();

const keyOf = (header: string): string => {
  const [scheme, value = ""] = header.split(" ");
  if (scheme?.toLowerCase() === "bearer") return value;
  if (scheme?.toLowerCase() === "basic")
    return Buffer.from(value, "base64").toString().split(":")[0] ?? "";
  return "";
};

/** @throws a Stripe error 401 if the secret key is missing or wrong. */
export const authenticate = (header: string | undefined, secretKey: string): void => {
  const key = keyOf(header ?? "");
  if (key === "") throw stripeError(401, noKey);
  if (!timingSafeEqual(digest(key), digest(secretKey)))
    throw stripeError(401, `Invalid API Key provided: ${key.slice(0, 8)}****`);
};
