import { Stripe } from "stripe";
import type { Config } from "../config.ts";

/** The API version of all calls and webhooks. */
export const stripeApiVersion = "2026-10-28.endive";

export type StripeAccess = Pick<Config, "STRIPE_SECRET_KEY" | "STRIPE_API_BASE">;

/** Whose payments these are: the sandbox's, those of Stripe's test mode, or real ones. */
export type StripeMode = "sandbox" | "test" | "live";

/** A client of Stripe, or of the sandbox, which has the same API. */
export function stripeClient({
  STRIPE_SECRET_KEY: secretKey,
  STRIPE_API_BASE: apiBase,
}: StripeAccess): Stripe {
  const base = apiBase ? new URL(apiBase) : undefined;
  return new Stripe(secretKey, {
    apiVersion: stripeApiVersion,
    maxNetworkRetries: 2,
    timeout: 10_000,
    telemetry: false,
    ...(base && {
      host: base.hostname,
      ...(base.port && { port: Number(base.port) }),
      protocol: base.protocol === "https:" ? "https" : "http",
    }),
  });
}

export function modeOf({
  STRIPE_SECRET_KEY: secretKey,
  STRIPE_API_BASE: apiBase,
}: StripeAccess): StripeMode {
  if (apiBase) return "sandbox";
  return /^[a-z]+_test_/.test(secretKey) ? "test" : "live";
}
