import type { z } from "zod";

/**
 * Who may call. `admin` has a username that begins with `admin_`, `dashboard` is an admin of any name. `provider`
 * brings a credential of its own in the request and has no session.
 */
export type Access = "anyone" | "user" | "dashboard" | "admin" | "provider";

/**
 * Rate limits of a client or, for calls that need a user, of the user. Every call except `webhook` also counts against the
 * general limit.
 */
export const rateClasses = [
  "general",
  "login",
  "register",
  "links",
  "checkout",
  "payment-reads",
  "record",
  "webhook",
] as const;
export type RateClass = (typeof rateClasses)[number];

/** One call of the public HTTP API. `{id}` in its path stands for one segment. */
export type Call = {
  summary: string;
  access: Access;
  /** Whether the user must have proved the password within ten minutes; otherwise 403 `proof_required`. */
  proof?: true;
  /** Service that handles the call; the default is the service of its table. */
  service?: "identity" | "billing" | "prediction";
  /** Default `general`. Each `per-user` call has a limit of its own. */
  rate?: RateClass | "per-user";
  /** Parameters of the path, if they are narrower than one plain segment. */
  params?: z.ZodObject;
  query?: z.ZodType;
  body?: z.ZodType;
  /** Absent when a success has no JSON body. */
  response?: z.ZodType;
  /** Set when a success has a body that is not JSON. */
  responseType?: "image/png";
  /** Status of a success; default 200. */
  status?: 200 | 201 | 202 | 204;
  /** Meaningful headers of a success, with their description. */
  responseHeaders?: Record<string, string>;
  /** Longest wait for the service in milliseconds; default 10 s. */
  timeoutMs?: number;
  /** Largest request body in bytes; default 16 KiB for POST and PATCH, none for GET and DELETE. */
  bodyLimit?: number;
  /** Set when the response has as much as a user has stored. A client may have a few of them in flight. */
  isLong?: true;
  /** Request headers that pass to the service besides those about the sender. */
  requestHeaders?: readonly string[];
  /** Header with the provider's credential, which passes to the service. A request without it is refused. */
  credentialHeader?: string;
  /** Cookies that pass to the service, without their `__Host-` prefix. The session cookie never does. */
  requestCookies?: readonly string[];
  /** Whether the service may set cookies. */
  setsCookies?: boolean;
};

export type CallName = `${"GET" | "POST" | "PATCH" | "DELETE"} /api/${string}`;

/** The calls of one service by method and path. The gateway's routes, the OpenAPI document and the web app read them. */
export type Calls = Record<CallName, Call>;
