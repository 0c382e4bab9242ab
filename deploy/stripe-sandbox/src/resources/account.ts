import { createHash } from "node:crypto";
import { type Endpoint, endpoint } from "../http/endpoint.ts";

/** The account that a secret key belongs to. Each key has an account of its own. */
export function account(secretKey: string): Endpoint {
  const id = `acct_${createHash("sha256").update(secretKey).digest("hex").slice(0, 16)}`;
  return endpoint("get", "/v1/account", {}, () => ({
    id,
    object: "account",
    charges_enabled: true,
    country: "US",
    default_currency: "usd",
    details_submitted: true,
    payouts_enabled: true,
    type: "standard",
  }));
}
