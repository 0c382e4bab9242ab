import { AppError } from "@orbline/kit/errors";
import type { Request, Response } from "express";
import { exchangeOf } from "../exchange/exchange.ts";
import type { RateLimiter } from "../guards/rate-limit.ts";
import { refuseMethod } from "../proxy/errors.ts";
import type { AddPreview } from "./link-preview.ts";
import { removingWorkerFile, serviceWorkerPath, serviceWorkerPolicy } from "./service-worker.ts";
import { sendPage } from "./send-page.ts";
import type { WebFile, WebFiles } from "./web-files.ts";

type Options = {
  limit: RateLimiter;
  web: WebFiles | undefined;
  publicOrigin: string;
  addPreview: AddPreview;
  /** Serves a service worker that removes itself, in place of the web app's. */
  removesServiceWorker: boolean;
};

/**
 * Serves everything outside /api: files of the web app, and its page with a fresh nonce for every page path.
 * Redirects pages on another host name to the public origin, because cookies belong to one origin, and pages with a
 * slash at the end to their one address.
 */
export function webHandler(options: Options) {
  const { limit, web, publicOrigin, addPreview, removesServiceWorker } = options;
  const removingWorker = removesServiceWorker ? removingWorkerFile() : undefined;
  const publicHost = new URL(publicOrigin).hostname;
  return async (request: Request, response: Response): Promise<void> => {
    const exchange = exchangeOf(response);
    if (request.method !== "GET" && request.method !== "HEAD")
      refuseMethod(request, response, "GET, HEAD");
    const isWorker = exchange.path === serviceWorkerPath;
    if (isWorker) response.setHeader("content-security-policy", serviceWorkerPolicy);
    const file = (isWorker && removingWorker) || web?.files.get(exchange.path);
    exchange.label = file ? "file" : "page";
    if (file) {
      sendFile(request, response, file);
      return;
    }
    if (!web || endsInFileName(exchange.path))
      throw new AppError("not-found", "file.not-found", `There is no ${exchange.path}.`);
    if (request.hostname !== publicHost) {
      response.setHeader("cache-control", "no-store");
      response.redirect(302, `${publicOrigin}${request.url}`);
      return;
    }
    if (exchange.path.endsWith("/") && web.pageOf(exchange.path.slice(0, -1)) !== undefined) {
      const query = request.url.slice(exchange.path.length);
      response.redirect(301, `${exchange.path.slice(0, -1)}${query}`);
      return;
    }
    void limit("pages", exchange.clientIp);
    await sendPage(request, response, { web, publicOrigin, addPreview });
  };
}

/**
 * Whether the last segment of a path contains a dot. The regular expression `/\.[^/]*$/` is quadratic: on a path of 15,000
 * characters with a slash at its end it takes 0.1 s.
 */
export function endsInFileName(path: string): boolean {
  return path.includes(".", path.lastIndexOf("/") + 1);
}

/** Sends the form of a file that the client accepts, or 304 if the client has it. */
export function sendFile(request: Request, response: Response, file: WebFile): void {
  const { encoding, body, etag } =
    file.compressed.find((form) => form.encoding && request.acceptsEncodings(form.encoding)) ??
    file.plain;
  const caching = file.immutable ? "public, max-age=31536000, immutable" : "no-cache";
  response.setHeader("cache-control", caching);
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
}

/** Whether the client has this variant. A cache may have weakened the tag. */
function isKnown(request: Request, etag: string): boolean | undefined {
  return request.headers["if-none-match"]
    ?.split(",")
    .some((tag) => tag.trim() === "*" || tag.trim().replace(/^W\//, "") === etag);
}
