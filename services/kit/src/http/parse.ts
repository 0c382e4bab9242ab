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

/** Parses the text of a JSON body. @throws invalid for other texts, and for keys that could reach an object's prototype */
export function parseJson(text: string): unknown {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new AppError("invalid", "body.invalid-json", "The request body is not valid JSON.");
  }
  refuseDangerousKeys(body);
  return body;
}

/** Throws for a forbidden key at any depth. A JSON.parse reviver runs for every value, which costs forty times as much. */
function refuseDangerousKeys(body: unknown): void {
  const open: object[] = [];
  const visit = (value: unknown) => {
    if (typeof value === "object" && value !== null) open.push(value);
  };
  visit(body);
  for (let next = open.pop(); next !== undefined; next = open.pop())
    if (Array.isArray(next)) for (const member of next) visit(member);
    else
      for (const [key, value] of Object.entries(next)) {
        if (key === "__proto__" || key === "constructor" || key === "prototype")
          throw new AppError("invalid", "body.forbidden-key", `The key ${key} is not allowed.`);
        visit(value);
      }
}

/**
 * Reads JSON bodies of at most `limit` bytes and refuses keys that could reach an object's prototype. The error of
 * express.json for invalid JSON contains the body, which must not reach the log, so this uses express.text.
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
