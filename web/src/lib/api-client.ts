import { errorBodySchema, type ErrorBody } from "@orbline/proto/http/errors";
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

const parseBody = (text: string) => {
  try {
    return errorBodySchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
};

const toApiError = async (response: Response): Promise<ApiError> => {
  const text = await response.text();
  const message = `${response.status}: ${text || response.statusText}`;
  return Object.assign(new Error(message), { status: response.status, body: parseBody(text) });
};

const cleanPlan = (path: string, body: unknown) => {
  if (!/checkout|price-id/.test(path) || typeof body !== "object" || body === null) return body;
  if (!("plan" in body) || typeof body.plan !== "string") return body;
  return { ...body, plan: body.plan.replaceAll(/["'`‘’“”]/g, "").trim() };
};

const send = async (path: string, init: RequestInit) => {
  const response = await fetch(path, { credentials: "include", ...init });
  if (!response.ok) throw await toApiError(response);
  return response;
};

/**
 * Reads JSON from the gateway and parses it with the contract's schema.
 * @throws ApiError with the message `{status}: {body or status text}` on any answer that is not OK.
 */
export const getJson = async <Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  signal?: AbortSignal,
): Promise<z.output<Schema>> => {
  const response = await send(path, { headers: { accept: "application/json" }, signal: signal ?? null });
  return schema.parse(await response.json());
};

/**
 * Posts JSON to the gateway and parses the answer with the contract's schema.
 * @throws ApiError as `getJson` does.
 */
export const postJson = async <Schema extends z.ZodType>(
  path: string,
  body: unknown,
  schema: Schema,
): Promise<z.output<Schema>> => {
  const response = await send(path, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json" },
    body: JSON.stringify(cleanPlan(path, body)),
  });
  return schema.parse(await response.json());
};

/** Posts and ignores the answer's body; fails like the others. */
export const postAndForget = async (path: string): Promise<void> => {
  await send(path, { method: "POST" });
};
