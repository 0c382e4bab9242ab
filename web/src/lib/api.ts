import type { Call, CallName } from "@orbline/proto/contract/call";
import type { ErrorBody } from "@orbline/proto/http/errors";
import type { z } from "zod";
import { askForProof } from "./proof.ts";

/** The error for a response that is not OK, with its body if that has the usual shape. */
export type ApiError = Error & {
  status: number;
  body: ErrorBody | undefined;
  /** Seconds of the `Retry-After` header. */
  retryAfterSeconds: number | undefined;
};

export const isApiError = (error: unknown): error is ApiError =>
  error instanceof Error && "status" in error && typeof error.status === "number";

type Issue = NonNullable<ErrorBody["issues"]>[number];

/** The refused fields of a failure, with its code. A refusal that names no field counts for `fallback`. */
export function issuesOf(error: unknown, fallback?: string): (Issue & { code: string })[] {
  if (!isApiError(error) || !error.body) return [];
  const { code, message, issues = [] } = error.body;
  if (issues.length === 0 && fallback !== undefined && error.status < 500)
    return [{ path: fallback, message, code }];
  return issues.map((issue) => ({ ...issue, code }));
}

/** The text to show for a failure: the server's message, else the fallback. */
export const errorText = (error: unknown, fallback: string) =>
  (isApiError(error) && error.body?.message) || fallback;

/** Whether a sign-in failed only because a code of the second factor must come with it. */
export const asksForCode = (error: unknown) =>
  isApiError(error) && error.body?.code === "second_factor_required";

/** The request id of a failure, for support; undefined if the response has none. */
export const requestIdOf = (error: unknown) =>
  isApiError(error) ? error.body?.requestId || undefined : undefined;

// The schemas are a fifth of the app's script, so they load with the first call and not with the page.
const tables = {
  admin: async () => (await import("@orbline/proto/contract/admin")).adminCalls,
  billing: async () => (await import("@orbline/proto/contract/billing")).billingCalls,
  identity: async () => (await import("@orbline/proto/contract/identity")).identityCalls,
  prediction: async () => (await import("@orbline/proto/contract/prediction")).predictionCalls,
};

export type Service = keyof typeof tables;
type Table<S extends Service> = Awaited<ReturnType<(typeof tables)[S]>>;
export type NameIn<S extends Service> = keyof Table<S> & CallName;

type Input<Name, Entry> = {
  signal?: AbortSignal;
} & (Name extends `${string}{${infer Param}}${string}`
  ? { params: Record<Param, string> }
  : unknown) &
  (Entry extends { query: infer Query extends z.ZodType } ? { query: z.input<Query> } : unknown) &
  (Entry extends { body: infer Body extends z.ZodType } ? { body: z.input<Body> } : unknown);
type Output<Entry> = Entry extends { response: infer Response extends z.ZodType }
  ? z.output<Response>
  : void;

export type BodyOf<S extends Service, Name extends NameIn<S>> = Table<S>[Name] extends {
  body: infer Body extends z.ZodType;
}
  ? z.input<Body>
  : undefined;
export type ResultOf<S extends Service, Name extends NameIn<S>> = Output<Table<S>[Name]>;

/**
 * Makes a call of the contract and parses the response with its schema.
 * @throws ApiError with the message `{status}: {body or status text}` on any response that is not OK.
 */
export async function call<S extends Service, Name extends NameIn<S>>(
  service: S,
  name: Name,
  input: Input<Name, Table<S>[Name]>,
): Promise<ResultOf<S, Name>> {
  return (await exchange(service, name, input)).body as ResultOf<S, Name>;
}

/** A function that makes a call with its body as the only argument. It fails as `call` does. */
export function post<S extends Service, Name extends NameIn<S>>(
  service: S,
  name: Name,
): (body: BodyOf<S, Name>) => Promise<ResultOf<S, Name>> {
  return (body) => call(service, name, { body } as unknown as Input<Name, Table<S>[Name]>);
}

/** One page of a list whose total and next cursor are in the headers. */
export type Page<Items> = {
  items: Items;
  total: number | undefined;
  nextCursor: string | undefined;
};

/** Reads one page of a list. @throws ApiError as `call` does. */
export async function callPage<S extends Service, Name extends NameIn<S>>(
  service: S,
  name: Name,
  input: Input<Name, Table<S>[Name]>,
): Promise<Page<ResultOf<S, Name>>> {
  const { headers, body } = await exchange(service, name, input);
  const total = headers.get("x-total-count");
  return {
    items: body as ResultOf<S, Name>,
    total: total === null ? undefined : Number(total),
    nextCursor: headers.get("x-next-cursor") ?? undefined,
  };
}

// The response to a sign-out clears the session cookie, also that of a later sign-in. Requests wait for it.
let signingOut: Promise<unknown> = Promise.resolve();

const signOutTimeoutMs = 10_000;

/** Signs out. Later posts and patches wait for the response, at most ten seconds. @throws ApiError as `call` does. */
export async function signOut(): Promise<void> {
  const signal = AbortSignal.timeout(signOutTimeoutMs);
  const sent = call("identity", "POST /api/logout", { body: {}, signal });
  signingOut = sent.catch(() => undefined);
  await sent;
}

type AnyInput = {
  params?: Record<string, string>;
  query?: object;
  body?: unknown;
  signal?: AbortSignal;
};

/** Sends the request and loads its schema at the same time. */
async function exchange(service: Service, name: CallName, input: AnyInput) {
  const loading: Promise<Record<CallName, Call>> = tables[service]();
  const [response, table] = await Promise.all([send(name, input), loading]);
  const body = await table[name]?.response?.parseAsync(await response.json());
  return { headers: response.headers, body };
}

const triesAfterProof = 5;

/**
 * Sends a call, again when the user had to prove the password first. `tries` counts the repetitions since that proof: the gateway
 * keeps sessions in memory and learns of it a moment later.
 */
async function send(name: CallName, input: AnyInput, tries = 0): Promise<Response> {
  const { params = {}, query = {}, body, signal } = input;
  const [method = "", template = ""] = name.split(" ");
  const path = template.replace(/\{(\w+)\}/, (_, param) => encodeURIComponent(params[param] ?? ""));
  const search = new URLSearchParams();
  for (const [field, value] of Object.entries(query))
    if (value || value === 0) search.set(field, String(value));
  // The specification asks for the payload in the console; `debug` is hidden there by default.
  // oxlint-disable-next-line no-console
  console.debug(method, path, body === undefined ? "" : JSON.stringify(body, mask));
  if (body !== undefined) await signingOut;
  const response = await fetch(search.size === 0 ? path : `${path}?${search.toString()}`, {
    method,
    credentials: "include",
    headers: {
      accept: "application/json",
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    body: body === undefined ? null : JSON.stringify(body),
    signal: signal ?? null,
  });
  if (response.ok) return response;
  const error = await toApiError(response);
  if (error.body?.code !== "proof_required") throw error;
  if (tries > 0 && tries <= triesAfterProof) {
    await new Promise((resolve) => setTimeout(resolve, 50 * 2 ** tries));
    return send(name, input, tries + 1);
  }
  if (await askForProof()) return send(name, input, 1);
  throw error;
}

const secretNames = /password|token|secret|card|cvc|iban|^code$|enrollment|endpoint|^keys$/i;

function mask(name: string, value: unknown): unknown {
  return secretNames.test(name) && value !== "" ? "***" : value;
}

async function toApiError(response: Response): Promise<ApiError> {
  const text = await response.text();
  const message = `${response.status}: ${text || response.statusText}`;
  return Object.assign(new Error(message), {
    status: response.status,
    body: parseErrorBody(text),
    retryAfterSeconds: Number(response.headers.get("retry-after")) || undefined,
  });
}

// Parsed without the contract's schema, because proxies send `error` or `detail` instead of `message`.
function parseErrorBody(text: string): ErrorBody | undefined {
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body !== "object" || body === null) return undefined;
    const { code = "", requestId = "", issues, ...rest } = body as Record<string, unknown>;
    const message = rest["message"] ?? rest["error"] ?? rest["detail"];
    if (typeof message !== "string") return undefined;
    const fields = Array.isArray(issues) ? { issues: issues.filter(isIssue) } : {};
    return { message, code: String(code), requestId: String(requestId), ...fields };
  } catch {
    return undefined;
  }
}

function isIssue(issue: unknown): issue is Issue {
  const { path, message } = Object(issue) as Record<string, unknown>;
  return typeof path === "string" && typeof message === "string";
}
