import type { Express, Response } from "express";
import { sendWhole } from "./whole-answers.ts";

const type = "application/json; charset=utf-8";

/**
 * Answers with what is JSON already, such as a text that is written once for many answers. It leaves at the end of
 * the turn: a handler that fails after this cuts its answer off.
 */
export const sendJsonText = (response: Response, text: string): void => {
  const length = Buffer.byteLength(text);
  response.writeHead(response.statusCode, { "content-type": type, "content-length": length });
  // Where each character is a byte there is nothing to encode.
  sendWhole(response, text, length === text.length ? "latin1" : "utf8");
};

function json(this: Response, body: unknown): Response {
  sendJsonText(this, JSON.stringify(body));
  return this;
}

/**
 * Gives the answers of an application a `json` that sends the same as express's own, which works out type and
 * length anew in several steps each time.
 */
export const useDirectJson = (app: Express): void => {
  app.response.json = json;
};
