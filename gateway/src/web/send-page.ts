import { randomBytes } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Request, Response } from "express";
import { namedCookie } from "../guards/cookies.ts";
import { exchangeOf } from "../exchange/exchange.ts";
import { pagePolicy } from "../proxy/headers.ts";
import type { AddPreview } from "./link-preview.ts";
import type { WebFiles } from "./web-files.ts";

const nonceMark = "__CSP_NONCE__";
const sessionMark = "__SESSION__";
const originMark = "__PUBLIC_ORIGIN__";

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

// Each response has its own nonce, so each is compressed; at these levels that takes one to two milliseconds.
const encoders = {
  br: (body: Buffer) =>
    toBrotli(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 5,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
  gzip: (body: Buffer) => toGzip(body, { level: 6 }),
};

type PageOptions = { web: WebFiles; publicOrigin: string; addPreview: AddPreview };

/**
 * Sends the page of a path with a fresh nonce: the prerendered page if there is one, else the empty one. It is never
 * cached, because it depends on the session cookie. Search engines index only pages that are prerendered for visitors.
 */
export async function sendPage(
  request: Request,
  response: Response,
  { web, publicOrigin, addPreview }: PageOptions,
): Promise<void> {
  const exchange = exchangeOf(response);
  const { path } = exchange;
  const { html, nonce } = pageFor(request, path, web);
  const plain = Buffer.from(await addPreview(html.replaceAll(originMark, publicOrigin), exchange));
  const encoding = (["br", "gzip"] as const).find((name) => request.acceptsEncodings(name));
  const body = encoding ? await encoders[encoding](plain) : plain;
  const isPage = web.pageOf(path) !== undefined;
  response.status(isPage ? 200 : 404);
  // A URL has no character that ends the address in this header.
  if (isPage) response.setHeader("link", `<${new URL(path, publicOrigin).href}>; rel="canonical"`);
  if (!web.prerendered.visitor.has(path)) response.setHeader("x-robots-tag", "noindex");
  response.setHeader("content-security-policy", pagePolicy(nonce));
  response.setHeader("cache-control", "no-store");
  response.setHeader("vary", "accept-encoding, cookie");
  response.setHeader("content-type", "text/html; charset=utf-8");
  if (encoding) response.setHeader("content-encoding", encoding);
  response.setHeader("content-length", body.length);
  response.end(request.method === "HEAD" ? undefined : body);
}

function pageFor(request: Request, path: string, web: WebFiles) {
  const { prerendered, indexHtml } = web;
  // The page loads user data only for a browser with a session cookie, valid or not.
  const hasSession = namedCookie(request.headers.cookie, "sid").length > 0;
  const pages = hasSession ? prerendered.session : prerendered.visitor;
  const html =
    (isPlain(request.url) && (pages.get(path) ?? filledIn(path, web.pageOf(path), pages))) ||
    indexHtml;
  const nonce = randomBytes(18).toString("base64");
  const session = hasSession ? "yes" : "no";
  return { nonce, html: html.replaceAll(nonceMark, nonce).replaceAll(sessionMark, session) };
}

/** The prerendered page of a route with the path's own values in place of parameters, if the values are plain. */
function filledIn(
  path: string,
  route: string | undefined,
  pages: WebFiles["prerendered"]["visitor"],
) {
  const page = route?.includes(":") ? pages.get(route) : undefined;
  const values = path.split("/");
  if (!page || !values.every((value) => /^[\w-]*$/.test(value))) return undefined;
  return (route ?? "")
    .split("/")
    .reduce(
      (html, name, at) =>
        name.startsWith(":") ? html.replaceAll(`/${name}`, `/${values[at] ?? ""}`) : html,
      page,
    );
}

/** Whether a URL has no query that could change the page. The app only stores referral parameters. */
function isPlain(url: string): boolean {
  const at = url.indexOf("?");
  const query = at === -1 ? "" : url.slice(at);
  return [...new URLSearchParams(query).keys()].every((name) =>
    /^(?:ref|affiliate|utm_\w+)$/.test(name),
  );
}
