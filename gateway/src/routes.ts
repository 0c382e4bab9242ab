/** The services behind the gateway. */
export const services = ["identity", "billing", "prediction", "admin"] as const;
/** A service behind the gateway. */
export type Service = (typeof services)[number];

/** Who may call: `provider` has a credential of its own in the request and no session at all. */
export type Access = "anyone" | "user" | "admin" | "provider";

/** Which counter a call uses up besides the general one. */
export const rateClasses = ["general", "login", "register", "checkout", "webhook"] as const;
/** One of `rateClasses`. */
export type RateClass = (typeof rateClasses)[number];

/** How one path of the public API is treated on its way to its service. */
export type Route = {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Public path, the same at the service; `{id}` stands for one segment. */
  path: string;
  service: Service;
  access: Access;
  rate: RateClass;
  /** Largest request body in bytes; 0 means that a body is refused. */
  bodyLimit: number;
  /** Longest wait for the service, in milliseconds. */
  timeoutMs: number;
  /** Request headers that pass; those that only the gateway itself looks at never do. */
  requestHeaders: readonly string[];
  /** Cookies that pass to the service, without their `__Host-` prefix; the session's never does. */
  requestCookies: readonly string[];
  /** Whether the service may set cookies. */
  setsCookies: boolean;
};

type Options = Partial<Omit<Route, "method" | "path" | "service" | "access">>;

const defaults = {
  rate: "general",
  timeoutMs: 10_000,
  requestHeaders: [],
  requestCookies: [],
  setsCookies: false,
} as const;

const get = (service: Service, access: Access, path: string, options: Options = {}): Route => ({
  ...defaults,
  bodyLimit: 0,
  ...options,
  method: "GET",
  path,
  service,
  access,
});

// What tells of a body, and of who sends it. A service that only reads has no use for them.
const ofSender = ["accept", "accept-language", "content-type", "user-agent"];

const post = (service: Service, access: Access, path: string, options: Options = {}): Route => ({
  ...defaults,
  bodyLimit: 16_384,
  ...options,
  requestHeaders: [...ofSender, ...(options.requestHeaders ?? [])],
  method: "POST",
  path,
  service,
  access,
});

const patch = (service: Service, access: Access, path: string, options: Options = {}): Route => ({
  ...post(service, access, path, options),
  method: "PATCH",
});

const remove = (service: Service, access: Access, path: string, options: Options = {}): Route => ({
  ...get(service, access, path, options),
  method: "DELETE",
});

const cookies = { setsCookies: true } as const;
/** Who asks for a mail, or comes with the secret of one, is counted like who registers. */
const mailed = { rate: "register" } as const;
const buyer = { requestCookies: ["checkout"] } as const;
// The payment provider's own deadline is 10 s and its client repeats twice.
const checkout = { ...cookies, ...buyer, rate: "checkout", timeoutMs: 30_000 } as const;

/** The public API: every path, its service, who may call it and within which limits. */
export const routes: readonly Route[] = [
  get("identity", "user", "/api/user"),
  post("identity", "anyone", "/api/login", { ...cookies, rate: "login" }),
  post("identity", "anyone", "/api/register", { ...cookies, rate: "register" }),
  post("identity", "anyone", "/api/logout", cookies),
  post("identity", "anyone", "/api/waitlist", mailed),
  post("identity", "anyone", "/api/convert-waitlist", { ...mailed, ...cookies }),
  post("identity", "anyone", "/api/password/forgot", mailed),
  post("identity", "anyone", "/api/password/reset", mailed),
  post("identity", "anyone", "/api/email/verify", mailed),
  post("identity", "user", "/api/email/verify/resend", mailed),
  post("identity", "anyone", "/api/claim", { ...mailed, ...cookies, timeoutMs: 30_000 }),
  post("identity", "anyone", "/api/checkout-login", checkout),
  post("identity", "user", "/api/password", { ...cookies, rate: "login" }),
  patch("identity", "user", "/api/user", { rate: "login" }),
  post("identity", "user", "/api/user/delete", { ...cookies, rate: "login" }),
  get("identity", "user", "/api/user/export", { rate: "register", timeoutMs: 30_000 }),
  get("identity", "user", "/api/sessions"),
  remove("identity", "user", "/api/sessions/{id}", cookies),
  post("identity", "user", "/api/sessions/revoke-others"),

  post("billing", "anyone", "/api/direct-signup-checkout", checkout),
  post("billing", "anyone", "/api/create-direct-checkout", checkout),
  post("billing", "anyone", "/api/simplified-checkout", checkout),
  post("billing", "anyone", "/api/register-with-checkout", checkout),
  post("billing", "anyone", "/api/absolute-price-id-checkout", checkout),
  post("billing", "anyone", "/api/production-site-checkout", checkout),
  post("billing", "anyone", "/api/integrated-monthly-checkout", checkout),
  post("billing", "anyone", "/api/integrated-annual-checkout", checkout),
  get("billing", "user", "/api/subscription/status"),
  post("billing", "user", "/api/subscription/cancel", { rate: "checkout", timeoutMs: 30_000 }),
  post("billing", "user", "/api/subscription/resume", { rate: "checkout", timeoutMs: 30_000 }),
  post("billing", "user", "/api/subscription/change/preview", {
    rate: "checkout",
    timeoutMs: 30_000,
  }),
  post("billing", "user", "/api/subscription/change", { rate: "checkout", timeoutMs: 30_000 }),
  post("billing", "user", "/api/billing-portal", { rate: "checkout", timeoutMs: 30_000 }),
  get("billing", "user", "/api/invoices", { rate: "checkout", timeoutMs: 30_000 }),
  get("billing", "anyone", "/api/verify-subscription-status", { ...buyer, timeoutMs: 30_000 }),
  get("billing", "anyone", "/api/subscription-details", { ...buyer, timeoutMs: 30_000 }),
  get("billing", "anyone", "/api/plans"),
  get("billing", "anyone", "/api/production-price-ids", { rate: "checkout", timeoutMs: 30_000 }),
  get("billing", "anyone", "/api/verify-price-ids", { rate: "checkout", timeoutMs: 30_000 }),
  get("billing", "anyone", "/api/stripe-diagnostic-pro", { rate: "checkout", timeoutMs: 30_000 }),
  post("billing", "provider", "/api/webhooks/stripe", {
    rate: "webhook",
    bodyLimit: 1_048_576,
    requestHeaders: ["stripe-signature"],
  }),

  post("prediction", "user", "/api/new-prediction"),
  get("prediction", "user", "/api/predictions"),
  get("prediction", "user", "/api/predictions/{id}"),
  get("prediction", "user", "/api/betting-profile"),
  get("prediction", "user", "/api/slate"),
  get("prediction", "anyone", "/api/model-performance"),

  get("admin", "admin", "/api/admin/users/subscriptions"),
  get("admin", "admin", "/api/admin/user/{id}/subscription"),
  post("admin", "admin", "/api/admin/user/{id}/activate-subscription"),
  post("admin", "admin", "/api/admin/user/{id}/cancel-subscription"),
  get("admin", "admin", "/api/admin/table/{tableName}"),
  get("admin", "admin", "/api/admin/audit"),
  get("admin", "admin", "/api/admin/revenue"),
  get("admin", "admin", "/api/admin/payments"),
  // The payment provider's own deadline is 10 s and its client repeats twice.
  post("admin", "admin", "/api/admin/payments/{id}/refund", { timeoutMs: 30_000 }),
  get("admin", "admin", "/api/admin/webhooks"),
  post("admin", "admin", "/api/admin/webhooks/{id}/replay"),
  get("admin", "admin", "/api/admin/dead-letters"),
  // The broker is given 30 s to answer.
  post("admin", "admin", "/api/admin/dead-letters/{id}/replay", { timeoutMs: 30_000 }),
];
