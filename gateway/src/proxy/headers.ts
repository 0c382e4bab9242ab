import { assertionHeader } from "@orbline/kit/auth";
import type { Request, Response } from "express";
import { namedCookie } from "../guards/cookies.ts";
import { type Exchange, exchangeOf } from "../exchange/exchange.ts";
import type { Route } from "../routes.ts";
import { cspReportPath } from "../web/csp-reports.ts";

const securityHeaders = Object.freeze({
  "strict-transport-security": "max-age=31536000; includeSubDomains",
  "x-content-type-options": "nosniff",
  "referrer-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=()",
  "x-frame-options": "DENY",
  // Pages replace this with their own policy.
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
});

const flatSecurityHeaders = Object.freeze(Object.entries(securityHeaders).flat());

/** Sets the headers of every response that the gateway makes itself. */
export const setOwnHeaders = (response: Response): void => {
  response.setHeader("x-request-id", exchangeOf(response).requestId);
  for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value);
};

/**
 * Content security policy of a page: inline scripts and styles need this page's nonce. Text becomes code only through the
 * Trusted Types policies `referral` and `service-worker` of the web app. Browsers report violations to the gateway.
 */
export const pagePolicy = (nonce: string) =>
  [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types referral service-worker",
    `report-uri ${cspReportPath}`,
  ].join("; ");

const responseAllowed = [
  "content-type",
  "content-length",
  "content-disposition",
  "retry-after",
  "ratelimit",
  "ratelimit-policy",
  "x-total-count",
  "x-next-cursor",
];

/** Headers of a response that a client may keep and ask about again, because it holds nothing private. */
const publicAllowed = ["etag", "vary", "content-encoding"];

/** Appends the present headers of `names` as names and values. */
const copy = (
  from: NodeJS.Dict<string | string[]>,
  names: readonly string[],
  to: string[],
): void => {
  for (const name of names) {
    const value = from[name];
    if (typeof value === "string") to.push(name, value);
  }
};

/**
 * Headers of the request to the service as a flat list, from an allow-list: the client's cookies, identity,
 * forwarding and hop-by-hop headers never pass.
 */
export const upstreamRequestHeaders = (
  request: Request,
  {
    route,
    exchange,
    assertion,
  }: { route: Route; exchange: Exchange; assertion: string | undefined },
): string[] => {
  const from = request.headers;
  const headers = [
    "x-request-id",
    exchange.requestId,
    "x-client-ip",
    exchange.clientIp,
    "traceparent",
    exchange.traceparent,
  ];
  if (assertion) headers.push(assertionHeader, assertion);
  copy(from, route.requestHeaders, headers);
  if (route.requestCookies.length === 0) return headers;
  const cookie = route.requestCookies.flatMap((name) => namedCookie(from.cookie, name));
  if (cookie.length > 0) headers.push("cookie", cookie.join("; "));
  return headers;
};

/**
 * Headers of the response as a flat list: the gateway's own, and the service's allow-listed ones. Clients may keep
 * a response with an ETag, but ask whether it is current; they keep no other.
 */
export const downstreamResponseHeaders = (
  from: NodeJS.Dict<string | string[]>,
  { route, requestId }: { route: Route; requestId: string },
): string[] => {
  const caching = from["etag"] ? "no-cache" : "no-store";
  const headers = [...flatSecurityHeaders, "x-request-id", requestId, "cache-control", caching];
  copy(from, responseAllowed, headers);
  if (from["etag"]) copy(from, publicAllowed, headers);
  const cookies = from["set-cookie"];
  if (route.setsCookies && cookies)
    for (const cookie of [cookies].flat()) headers.push("set-cookie", cookie);
  return headers;
};
