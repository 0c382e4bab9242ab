import { AppError } from "@orbline/kit/errors";
import type { Request, Response } from "express";
import { exchangeOf } from "../exchange/exchange.ts";
import { sendPage } from "./send-page.ts";
import type { WebFile, WebFiles, WebForm } from "./web-files.ts";

const formFor = (request: Request, { plain, compressed }: WebFile): WebForm =>
  compressed.find(({ encoding }) => encoding && request.acceptsEncodings(encoding)) ?? plain;

/** Whether the client has this variant. A cache may have made the tag weak. */
const isKnown = (request: Request, etag: string) =>
  request.headers["if-none-match"]
    ?.split(",")
    .some((tag) => tag.trim() === "*" || tag.trim().replace(/^W\//, "") === etag);

const sendFile = (request: Request, response: Response, file: WebFile) => {
  const { encoding, body, etag } = formFor(request, file);
  response.setHeader(
    "cache-control",
    file.immutable ? "public, max-age=31536000, immutable" : "no-cache",
  );
  response.setHeader("etag", etag);
  response.setHeader("vary", "accept-encoding");
  if (isKnown(request, etag)) {
    response.status(304).end();
    return;
  }
  if (encoding) response.setHeader("content-encoding", encoding);
  response.setHeader("content-type", file.type);
  response.setHeader("content-length", body.length);
  response.end(request.method === "HEAD" ? undefined : body);
};

const refuseMethod = (response: Response, method: string): never => {
  response.setHeader("allow", "GET, HEAD");
  throw new AppError(
    "method-not-allowed",
    "method.not-allowed",
    `${method} is not allowed here. Allowed: GET, HEAD.`,
  );
};

/**
 * Serves everything outside /api: files of the web app, and its page with a fresh nonce for every page path.
 * Redirects pages on another host name to the public origin, because cookies belong to one origin.
 */
export const webHandler = ({
  web,
  publicOrigin,
}: {
  web: WebFiles | undefined;
  publicOrigin: string;
}) => {
  const publicHost = new URL(publicOrigin).hostname;
  return async (request: Request, response: Response): Promise<void> => {
    const exchange = exchangeOf(response);
    if (request.method !== "GET" && request.method !== "HEAD")
      refuseMethod(response, request.method);
    const file = web?.files.get(exchange.path);
    exchange.label = file ? "file" : "page";
    if (file) {
      sendFile(request, response, file);
      return;
    }
    if (!web || /\.[^/]*$/.test(exchange.path))
      throw new AppError("not-found", "file.not-found", `There is no ${exchange.path}.`);
    if (request.hostname !== publicHost) {
      response.setHeader("cache-control", "no-store");
      response.redirect(302, `${publicOrigin}${request.url}`);
      return;
    }
    await sendPage(request, response, web);
  };
};
