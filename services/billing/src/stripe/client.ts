import { Stripe } from "stripe";
import { beginChildSpan } from "@orbline/kit/observability/tracing";
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
    httpClient: tracedHttpClient(),
    ...(base && {
      host: base.hostname,
      ...(base.port && { port: Number(base.port) }),
      protocol: base.protocol === "https:" ? "https" : "http",
    }),
  });
}

/** Stripe's own HTTP client, with a span for each attempt in the trace of the request or message that causes it. */
function tracedHttpClient() {
  const client = Stripe.createNodeHttpClient();
  const send = client.makeRequest.bind(client);
  client.makeRequest = async (...request) => {
    const [, , path, method] = request;
    const span = beginChildSpan("client", `${method} ${withoutIds(path)}`);
    try {
      const response = await send(...request);
      const code = response.getStatusCode();
      span?.end({
        attributes: { "server.address": "stripe", "http.response.status_code": code },
        error: code >= 400 ? String(code) : undefined,
      });
      return response;
    } catch (error) {
      span?.end({ attributes: { "server.address": "stripe" }, error: "no response" });
      throw error;
    }
  };
  return client;
}

/** `/v1/customers/cus_1?expand=x` as `/v1/customers/:id`. */
const withoutIds = (path: string): string =>
  path
    .replace(/\?.*/, "")
    .split("/")
    .map((part) => (/[A-Z\d]/.test(part) && part !== "v1" ? ":id" : part))
    .join("/");

export function modeOf({
  STRIPE_SECRET_KEY: secretKey,
  STRIPE_API_BASE: apiBase,
}: StripeAccess): StripeMode {
  if (apiBase) return "sandbox";
  return /^[a-z]+_test_/.test(secretKey) ? "test" : "live";
}
