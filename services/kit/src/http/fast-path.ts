import { IncomingMessage, ServerResponse } from "node:http";
import type { Express, Response } from "express";

/**
 * Shortcuts that make a short response cheaper; docs/performance.md has the gain of each. Each can be turned off
 * alone, and nothing else depends on them.
 */
const usesAppPrototypes = true;
const coalescesResponses = true;
const sendsJsonDirectly = true;

/**
 * Classes for a server of this application whose requests and responses have express's prototypes from the start.
 * Otherwise express changes the prototypes of each one.
 */
export function messageClasses(app: Express) {
  if (!usesAppPrototypes) return {};
  class AppRequest extends IncomingMessage {}
  class AppResponse extends ServerResponse {
    // Express's own has no prototype and therefore no shape that V8 could optimize.
    locals: Record<string, unknown> = {};
  }
  app.request = Object.setPrototypeOf(AppRequest.prototype, app.request) as Express["request"];
  app.response = Object.setPrototypeOf(AppResponse.prototype, app.response) as Express["response"];
  return {
    IncomingMessage: AppRequest,
    ServerResponse: AppResponse as typeof ServerResponse,
  };
}

/**
 * Gives an application's responses a `json` that sends the same as express's own, which derives type and length in
 * several steps.
 */
export function useDirectJson(app: Express): void {
  if (sendsJsonDirectly) app.response.json = json;
}

function json(this: Response, body: unknown): Response {
  sendJsonText(this, JSON.stringify(body));
  return this;
}

/** Sends a body that is already JSON text. If the handler fails afterward, the response is cut off. */
export function sendJsonText(response: Response, text: string): void {
  const length = Buffer.byteLength(text);
  // Text with one byte per character needs no encoding.
  sendJson(response, { body: text, length, encoding: length === text.length ? "latin1" : "utf8" });
}

/** JSON in UTF-8 as a text of one character per byte, which is sent without measuring and encoding it again. */
export const jsonBytes = (body: unknown): string =>
  Buffer.from(JSON.stringify(body)).toString("latin1");

/** Sends what `jsonBytes` returned, or several such texts put together. */
export function sendJsonBytes(response: Response, bytes: string): void {
  sendJson(response, { body: bytes, length: bytes.length, encoding: "latin1" });
}

function sendJson(
  response: Response,
  { body, length, encoding }: Pick<Ending, "body" | "encoding"> & { length: number },
): void {
  response.writeHead(response.statusCode, {
    "content-type": "application/json; charset=utf-8",
    "content-length": length,
  });
  endCoalesced(response, body, encoding);
}

type Ending = { response: ServerResponse; body: string; encoding: "latin1" | "utf8" };

let endings: Ending[] = [];

/**
 * Ends a response with a complete body. Responses that are ready in the same turn of the event loop are written
 * together at its end: each write wakes its reader, and a reader that waits for several wakes once.
 */
export function endCoalesced(
  response: ServerResponse,
  body: string,
  encoding: Ending["encoding"],
): void {
  if (!coalescesResponses) response.end(body, encoding);
  else if (endings.push({ response, body, encoding }) === 1) setImmediate(endAll);
}

function endAll() {
  const ready = endings;
  endings = [];
  for (const { response, body, encoding } of ready) response.end(body, encoding);
}
