import { randomBytes } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Request, Response } from "express";
import { namedCookie } from "../guards/cookies.ts";
import { exchangeOf } from "../exchange/exchange.ts";
import { pagePolicy } from "../proxy/headers.ts";
import type { WebFiles } from "./web-files.ts";

const nonceMark = "__CSP_NONCE__";
const sessionMark = "__SESSION__";

/** Whether the browser brings a session, valid or not; by it a page knows what it has to ask. */
const bringsSession = (request: Request) => namedCookie(request.headers.cookie, "sid").length > 0;

// A page is prerendered without a query. The app only stores these, so they change nothing on the page.
const changesNothing = /^(?:ref|affiliate|utm_\w+)$/;

const isPlain = (url: string) => {
  const at = url.indexOf("?");
  if (at === -1) return true;
  return [...new URLSearchParams(url.slice(at)).keys()].every((name) => changesNothing.test(name));
};

const pageFor = (request: Request, path: string, { prerendered, indexHtml }: WebFiles) => {
  const session = bringsSession(request);
  const pages = session ? prerendered.session : prerendered.visitor;
  const html = (isPlain(request.url) && pages.get(path)) || indexHtml;
  const nonce = randomBytes(18).toString("base64");
  return {
    nonce,
    html: html.replaceAll(nonceMark, nonce).replaceAll(sessionMark, session ? "yes" : "no"),
  };
};

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

// Done for each answer, as each has a nonce of its own: at these levels in one to two milliseconds.
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

const encodingFor = (request: Request) =>
  (["br", "gzip"] as const).find((encoding) => request.acceptsEncodings(encoding));

/**
 * Sends the page of a path with a fresh nonce: prerendered, if the build has it, else the empty
 * one. Nobody may keep it, for it says whether the browser brought a session.
 */
export const sendPage = async (request: Request, response: Response, web: WebFiles) => {
  const { path } = exchangeOf(response);
  const { html, nonce } = pageFor(request, path, web);
  const plain = Buffer.from(html);
  const encoding = encodingFor(request);
  const body = encoding ? await encoders[encoding](plain) : plain;
  response.status(web.isPage(path) ? 200 : 404);
  response.setHeader("content-security-policy", pagePolicy(nonce));
  response.setHeader("cache-control", "no-store");
  response.setHeader("vary", "accept-encoding, cookie");
  response.setHeader("content-type", "text/html; charset=utf-8");
  if (encoding) response.setHeader("content-encoding", encoding);
  response.setHeader("content-length", body.length);
  response.end(request.method === "HEAD" ? undefined : body);
};
