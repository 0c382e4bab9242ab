import {
  engineSettings,
  flagSetting,
  inProduction,
  loadConfig,
  portSetting,
  privateKeySetting,
  processSettings,
  refuseOpenEngines,
  refusePlainOrigin,
  serviceSettings,
} from "@orbline/kit/config";
import { internalTlsSettings } from "@orbline/kit/internal-tls";
import { redisSettings } from "@orbline/kit/redis/connection";
import { z } from "zod";

const perMinute = (fallback: number) => z.coerce.number().int().positive().default(fallback);

const origin = z.url({ protocol: /^https?$/ }).transform((text) => new URL(text).origin);

/** Addresses of a service's replicas, separated by commas; https:// if the services have certificates. */
const upstream = (port: number) =>
  z
    .string()
    .default(`http://127.0.0.1:${port}`)
    .transform((text) => text.split(",").map((url) => url.trim()))
    .refine(
      (urls) => urls.every((url) => serviceUrl.safeParse(url).success),
      "must be an http:// or https:// address, or several separated by commas",
    );

const serviceUrl = z.url({ protocol: /^https?$/ });

/** Every variable of the environment that the program reads. */
export const configSchema = z
  .object({
    ...processSettings,
    ...engineSettings,
    NAMESPACE: serviceSettings.NAMESPACE,
    SOCKET_DIR: serviceSettings.SOCKET_DIR,
    PORT: portSetting(8080),
    INTERNAL_HOST: z.string().default("127.0.0.1"),
    INTERNAL_PORT: portSetting(8109),
    PUBLIC_ORIGIN: origin.default("http://127.0.0.1:8080"),
    ...redisSettings,
    ASSERTION_PRIVATE_KEY: privateKeySetting,
    IDENTITY_URL: upstream(8101),
    BILLING_URL: upstream(8102),
    PREDICTION_URL: upstream(8103),
    ADMIN_URL: upstream(8104),
    INTERNAL_TLS_CA: internalTlsSettings.INTERNAL_TLS_CA,
    WEB_ROOT: z.string().optional(),
    /** `remove` serves a service worker that removes itself, for one that does harm. */
    SERVICE_WORKER: z.enum(["keep", "remove"]).default("keep"),
    /** Address for security reports, mailto: or https:; empty for `security@` of the public host. */
    SECURITY_CONTACT: z.union([z.literal(""), z.url({ protocol: /^(mailto|https)$/ })]).default(""),
    /** Only behind a proxy that sets `traceparent` itself, so that traces start there. */
    TRUST_TRACEPARENT: flagSetting(false),
    /** Trusted proxies in front of the gateway, each of which appends to X-Forwarded-For; 0 ignores the header. */
    TRUSTED_PROXY_HOPS: z.coerce.number().int().min(0).max(10).default(0),
    /** Maximum concurrent requests per service. Further requests get 503 with Retry-After. */
    UPSTREAM_CONCURRENCY: z.coerce.number().int().min(1).max(128).default(64),
    /** Open connections of all clients, and of one address when clients connect directly. Further ones are closed. */
    MAX_CONNECTIONS: z.coerce.number().int().positive().default(10_000),
    MAX_CONNECTIONS_PER_CLIENT: z.coerce.number().int().positive().default(512),
    /** Upper bound of every route's own timeout, in milliseconds. */
    UPSTREAM_TIMEOUT_MS: z.coerce.number().int().positive().default(30_000),
    RATE_GENERAL_PER_MINUTE: perMinute(1_200),
    RATE_LOGIN_PER_MINUTE: perMinute(30),
    RATE_REGISTER_PER_MINUTE: perMinute(20),
    RATE_CHECKOUT_PER_MINUTE: perMinute(30),
    /** Reads that ask the payment provider, such as each visit of the account page. Many users can share an address. */
    RATE_PAYMENT_READS_PER_MINUTE: perMinute(120),
    RATE_WEBHOOK_PER_MINUTE: perMinute(6_000),
    /** Of one user, and of each call by itself. */
    RATE_PER_USER_PER_MINUTE: perMinute(60),
    /** Pages and files of the web app. One visit loads many, and many visitors can share an address. */
    RATE_FILES_PER_MINUTE: perMinute(6_000),
    /** Pages alone, each of which is compressed for its nonce. A visit loads one. */
    RATE_PAGES_PER_MINUTE: perMinute(600),
  })
  .superRefine(
    inProduction((settings, refuse) => {
      refusePlainOrigin(settings, refuse);
      refuseOpenEngines(settings, refuse);
      // Without a proxy nobody ends TLS. Behind one that is not counted, all clients share its address and limits.
      if (settings.TRUSTED_PROXY_HOPS === 0)
        refuse("TRUSTED_PROXY_HOPS", "must be at least 1 in production, where a proxy ends TLS");
    }),
  );

export type Config = z.output<typeof configSchema>;

/** Reads the configuration of the gateway. @throws Error that names every invalid variable */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  return loadConfig(configSchema, env);
}
