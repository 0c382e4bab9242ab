import type { ErrorBody } from "@orbline/proto/http/errors";
import type { z } from "zod";

/** A response that is not OK: its status and, if it has the usual shape, its body. */
export type ApiError = Error & { status: number; body: ErrorBody | undefined };

export const isApiError = (error: unknown): error is ApiError =>
  error instanceof Error && "status" in error && typeof error.status === "number";

/** The text to show for a failure: the server's message, else the fallback. */
export const errorText = (error: unknown, fallback: string) =>
  (isApiError(error) && error.body?.message) || fallback;

/** The request id of a failure, for support. */
export const requestIdOf = (error: unknown) =>
  isApiError(error) ? error.body?.requestId : undefined;

// Not by the contract's schema: proxies on the way send `error` or `detail` in place of `message`.
const parseErrorBody = (text: string): ErrorBody | undefined => {
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body !== "object" || body === null) return undefined;
    const { code = "", requestId = "", ...rest } = body as Record<string, unknown>;
    const message = rest["message"] ?? rest["error"] ?? rest["detail"];
    if (typeof message !== "string") return undefined;
    return { message, code: String(code), requestId: String(requestId) };
  } catch {
    return undefined;
  }
};

const toApiError = async (response: Response): Promise<ApiError> => {
  const text = await response.text();
  const message = `${response.status}: ${text || response.statusText}`;
  return Object.assign(new Error(message), { status: response.status, body: parseErrorBody(text) });
};

const send = async (path: string, init: RequestInit) => {
  const response = await fetch(path, {
    credentials: "include",
    ...init,
    headers: { accept: "application/json", ...(init.headers as Record<string, string>) },
  });
  if (!response.ok) throw await toApiError(response);
  return response;
};

/** A path with the query parameters that have a value. */
export const withQuery = (path: string, values: Record<string, string | undefined>): string => {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value) query.set(name, value);
  return query.size === 0 ? path : `${path}?${query.toString()}`;
};

/** The schema of a response; null for calls whose response body nobody reads. */
type ResponseSchema = z.ZodType | null;
type Parsed<Schema extends ResponseSchema> = Schema extends z.ZodType ? z.output<Schema> : void;

const parse = async <Schema extends ResponseSchema>(
  response: Response,
  schema: Schema,
): Promise<Parsed<Schema>> =>
  (schema ? schema.parse(await response.json()) : undefined) as Parsed<Schema>;

/**
 * Reads JSON and parses it with the contract's schema.
 * @throws ApiError with the message `{status}: {body or status text}` on any response that is not OK.
 */
export const get = async <Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  signal?: AbortSignal,
): Promise<z.output<Schema>> =>
  schema.parse(await (await send(path, { signal: signal ?? null })).json());

/** One page of a list whose total and next cursor are in the headers. */
export type Page<Items> = {
  items: Items;
  total: number | undefined;
  nextCursor: string | undefined;
};

/** Reads one page of a list. @throws ApiError as `get` does. */
export const getPage = async <Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  signal?: AbortSignal,
): Promise<Page<z.output<Schema>>> => {
  const response = await send(path, { signal: signal ?? null });
  const total = response.headers.get("x-total-count");
  return {
    items: schema.parse(await response.json()),
    total: total === null ? undefined : Number(total),
    nextCursor: response.headers.get("x-next-cursor") ?? undefined,
  };
};

// The response to a sign-out clears the session cookie, also that of a later sign-in. Requests wait for it.
let signingOut: Promise<unknown> = Promise.resolve();

const sendJson = async (method: "POST" | "PATCH", path: string, body: unknown) => {
  await signingOut;
  return send(path, {
    method,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
};

/** Posts JSON and parses the response. @throws ApiError as `get` does. */
export const post = async <Schema extends ResponseSchema>(
  path: string,
  schema: Schema,
  body: unknown = {},
): Promise<Parsed<Schema>> => parse(await sendJson("POST", path, body), schema);

/** Sends the fields that change and parses the response. @throws ApiError as `get` does. */
export const patch = async <Schema extends ResponseSchema>(
  path: string,
  schema: Schema,
  body: unknown,
): Promise<Parsed<Schema>> => parse(await sendJson("PATCH", path, body), schema);

/** Deletes the resource of a path. @throws ApiError as `get` does. */
export const del = async (path: string): Promise<void> => {
  await send(path, { method: "DELETE" });
};

const signOutTimeoutMs = 10_000;

/** Signs out. Later posts and patches wait for the response, at most ten seconds. @throws ApiError as `get` does. */
export const signOut = async (path: string): Promise<void> => {
  const sent = send(path, { method: "POST", signal: AbortSignal.timeout(signOutTimeoutMs) });
  signingOut = sent.catch(() => undefined);
  await sent;
};
