import express, { type Request, type RequestHandler } from "express";
import type { z } from "zod";
import { AppError } from "../errors.ts";
import { parseInput } from "../input.ts";

/** A charset other than UTF-8. Decoders of others, such as UTF-7, could read other characters than a filter has seen. */
const foreignCharset = /;\s*charset\s*=(?!\s*"?utf-8"?\s*(?:;|$))/i;

/** Refuses a body that is not declared as JSON with 415; requests without a body pass. */
const requireJson: RequestHandler = (request, _response, next) => {
  const hasBody =
    request.headers["transfer-encoding"] !== undefined ||
    Number(request.headers["content-length"] ?? 0) > 0;
  if (!hasBody) return next();
  if (!request.is("application/json")) {
    const message = "The request body must be JSON with content-type application/json.";
    throw new AppError("unsupported-type", "body.content-type", message);
  }
  if (foreignCharset.test(request.headers["content-type"] ?? ""))
    throw new AppError("unsupported-type", "body.charset", "The request body must be in UTF-8.");
  next();
};

function rejectDangerousKeys(key: string, value: unknown): unknown {
  if (key === "__proto__" || key === "constructor" || key === "prototype")
    throw new AppError("invalid", "body.forbidden-key", `The key ${key} is not allowed.`);
  return value;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, rejectDangerousKeys);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError("invalid", "body.invalid-json", "The request body is not valid JSON.");
  }
}

/**
 * Reads JSON bodies of at most `limit` bytes and refuses keys that could reach an object's prototype. Not express.json:
 * it reduces an error that its reviver throws to the message.
 */
export const readJson = (limit: number): RequestHandler[] => [
  requireJson,
  express.text({ type: "application/json", limit }),
  (request, _response, next) => {
    if (typeof request.body === "string")
      request.body = request.body === "" ? undefined : parseJson(request.body);
    next();
  },
];

/** Parses the JSON body; no body counts as an empty object. @throws invalid */
export const parseBody = <Schema extends z.ZodType>(schema: Schema, request: Request) =>
  parseInput(schema, request.body === undefined ? {} : (request.body as unknown));

/** Parses the query string. @throws invalid, also for repeated keys */
export function parseQuery<Schema extends z.ZodType>(schema: Schema, request: Request) {
  for (const [key, value] of Object.entries(request.query))
    if (Array.isArray(value))
      throw new AppError("invalid", "query.repeated", `The query parameter ${key} is repeated.`);
  return parseInput(schema, request.query);
}

/** Parses the parameters of the path. @throws invalid */
export const parseParams = <Schema extends z.ZodType>(schema: Schema, request: Request) =>
  parseInput(schema, request.params);
