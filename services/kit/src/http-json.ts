import type { Express, Response } from "express";

const type = "application/json; charset=utf-8";

function json(this: Response, body: unknown): Response {
  const text = JSON.stringify(body);
  const length = Buffer.byteLength(text);
  this.writeHead(this.statusCode, { "content-type": type, "content-length": length });
  this.end(text);
  return this;
}

/**
 * Gives the answers of an application a `json` that sends the same as express's own, which works out type and
 * length anew in several steps each time.
 */
export const useDirectJson = (app: Express): void => {
  app.response.json = json;
};
