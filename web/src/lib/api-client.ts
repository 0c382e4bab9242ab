import type { ErrorBody } from "@orbline/proto/http/errors";
import type { z } from "zod";

/** An answer that was no success: the status and, when the server sent its usual body, that body. */
export type ApiError = Error & { status: number; body: ErrorBody | undefined };

export const isApiError = (error: unknown): error is ApiError =>
  error instanceof Error && "status" in error && typeof error.status === "number";

/** The words to show for a failure: the server's message, else the fallback. */
export const errorText = (error: unknown, fallback: string) =>
  (isApiError(error) && error.body?.message) || fallback;

/** The request id of a failure, for support. */
export const requestIdOf = (error: unknown) =>
  isApiError(error) ? error.body?.requestId : undefined;

// Read by hand: a signed-out first visit meets a 401 and should not load the schemas for it.
const parseBody = (text: string): ErrorBody | undefined => {
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
  return Object.assign(new Error(message), { status: response.status, body: parseBody(text) });
};

declare global {
  /** Answers by path that index.html asks for before the app has loaded; undefined where one cannot be. */
  var earlyAnswers: Record<string, Promise<Response | undefined>> | undefined;
}

const takeEarly = (path: string, { method = "GET" }: RequestInit) => {
  // Whatever is sent may change what was answered before it, even whose answers they are.
  if (method !== "GET") globalThis.earlyAnswers = undefined;
  if (globalThis.earlyAnswers === undefined) return undefined;
  const { [path]: early, ...rest } = globalThis.earlyAnswers;
  globalThis.earlyAnswers = rest;
  return early;
};

const send = async (path: string, init: RequestInit) => {
  const early = await takeEarly(path, init);
  const response = early ?? (await fetch(path, { credentials: "include", ...init }));
  if (!response.ok) throw await toApiError(response);
  return response;
};

/** A path with the query parameters that have a value. */
export function withQuery(path: string, values: Record<string, string | undefined>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value) query.set(name, value);
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}

/**
 * Reads JSON from the gateway and parses it with the contract's schema.
 * @throws ApiError with the message `{status}: {body or status text}` on any answer that is not OK.
 */
export const getJson = async <Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  signal?: AbortSignal,
): Promise<z.output<Schema>> => {
  const response = await send(path, {
    headers: { accept: "application/json" },
    signal: signal ?? null,
  });
  return schema.parse(await response.json());
};

/** A list with what its headers say about the whole of it. */
export type Page<Items> = {
  items: Items;
  total: number | undefined;
  nextCursor: string | undefined;
};

/**
 * Reads a list whose total and next cursor stand in headers.
 * @throws ApiError as `getJson` does.
 */
export const getPage = async <Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  signal?: AbortSignal,
): Promise<Page<z.output<Schema>>> => {
  const response = await send(path, {
    headers: { accept: "application/json" },
    signal: signal ?? null,
  });
  const total = response.headers.get("x-total-count");
  return {
    items: schema.parse(await response.json()),
    total: total === null ? undefined : Number(total),
    nextCursor: response.headers.get("x-next-cursor") ?? undefined,
  };
};

// The answer to a sign-out takes the session's cookie away, also one of a sign-in that was answered before it.
let signingOut: Promise<unknown> = Promise.resolve();

const sendJson = async (method: "POST" | "PATCH", path: string, body: unknown) => {
  await signingOut;
  return send(path, {
    method,
    headers: { "content-type": "application/json", accept: "application/json" },
    body: JSON.stringify(body),
  });
};

/**
 * Posts JSON to the gateway and parses the answer with the contract's schema.
 * @throws ApiError as `getJson` does.
 */
export const postJson = async <Schema extends z.ZodType>(
  path: string,
  body: unknown,
  schema: Schema,
): Promise<z.output<Schema>> => schema.parse(await (await sendJson("POST", path, body)).json());

/**
 * Sends the fields that change and parses the answer with the contract's schema.
 * @throws ApiError as `getJson` does.
 */
export const patchJson = async <Schema extends z.ZodType>(
  path: string,
  body: unknown,
  schema: Schema,
): Promise<z.output<Schema>> => schema.parse(await (await sendJson("PATCH", path, body)).json());

/** Posts JSON to a call that answers nothing worth reading; fails like the others. */
export const postOnly = async (path: string, body: unknown): Promise<void> => {
  await sendJson("POST", path, body);
};

/** Deletes what a path names; fails like the others. */
export const deleteOnly = async (path: string): Promise<void> => {
  await send(path, { method: "DELETE" });
};

const signOutPatienceMs = 10_000;

/**
 * Signs out; what is posted or changed afterwards waits until it is answered, or given up after ten seconds.
 * Fails like the others.
 */
export const postSignOut = async (path: string): Promise<void> => {
  const sent = send(path, { method: "POST", signal: AbortSignal.timeout(signOutPatienceMs) });
  signingOut = sent.catch(() => undefined);
  await sent;
};
