import type { Caller } from "@orbline/kit/auth";
import { AppError } from "@orbline/kit/errors";
import { adminOf, dashboardAdminOf, requireProof, userOf } from "@orbline/kit/http/app";
import type { Request, Response } from "express";
import { type Exchange, exchangeOf } from "./exchange/exchange.ts";
import type { Assertions } from "./guards/assertion.ts";
import type { SlowReaderGuard } from "./guards/slow-readers.ts";
import { refuseCrossSite } from "./guards/csrf.ts";
import type { ProviderGuard } from "./guards/provider-requests.ts";
import { type RateLimiter, userKey } from "./guards/rate-limit.ts";
import type { CallerResolver } from "./guards/session.ts";
import { bodyNotAllowed, bodyTooLarge, refuseMethod } from "./proxy/errors.ts";
import type { Forwarders } from "./proxy/forward.ts";
import { hasBody } from "./proxy/request-body.ts";
import type { Match, Route, RouteMatcher } from "./routes.ts";

export type ApiDeps = {
  match: RouteMatcher;
  limit: RateLimiter;
  checkProvider: ProviderGuard;
  checkSlowReader: SlowReaderGuard;
  resolveCaller: CallerResolver;
  assertionFor: Assertions;
  forwarders: Forwarders;
  publicOrigin: string;
};

/**
 * Handles everything under /api in this order: origin, route, limit of the client, size, caller, limit of the user, access,
 * then the service. It awaits only data that is not in memory, which for most requests is the service's response.
 */
export function apiHandler(deps: ApiDeps) {
  return (request: Request, response: Response): Promise<void> | undefined => {
    const exchange = exchangeOf(response);
    const result = deps.match(request.method, exchange.path);
    // Before all limits, so that a foreign page does not use up those of its visitor.
    if (!isFromProvider(result)) refuseCrossSite(request, deps.publicOrigin);
    // Calls that need a user are limited once the user is known, so that strangers at the address do not use up the limit.
    const limited = needsUser(result) ? undefined : limitClient(deps, request, exchange, result);
    const route = routeOf(result, request, response);
    exchange.label = route.path;
    return limited
      ? limited.then(() => admit(deps, request, response, route))
      : admit(deps, request, response, route);
  };
}

/** Whether the call is for users or admins. */
function needsUser(result: Match): boolean {
  return result.kind === "route" && !["anyone", "provider"].includes(result.route.access);
}

/** Limits a call that needs no user, an unknown path and a wrong method. @throws rate-limited */
function limitClient(
  { limit }: ApiDeps,
  request: Request,
  { clientIp }: Exchange,
  result: Match,
): Promise<void> | undefined {
  const rate = result.kind === "route" ? result.route.rate : "general";
  // Webhooks have their own limit. Unknown paths count as calls too.
  if (rate !== "webhook") void limit("general", clientIp);
  return rate === "general" ? undefined : limit(rate, clientIp, { isRead: isRead(request) });
}

const isRead = ({ method }: Request): boolean => method === "GET" || method === "HEAD";

function isFromProvider(result: Match): boolean {
  return result.kind === "route" && result.route.access === "provider";
}

/** @throws not-found, method-not-allowed */
function routeOf(result: Match, request: Request, response: Response): Route {
  if (result.kind === "route") return result.route;
  if (result.kind === "unknown")
    throw new AppError("not-found", "route.not-found", `There is no ${exchangeOf(response).path}.`);
  return refuseMethod(request, response, result.allow);
}

function admit(
  deps: ApiDeps,
  request: Request,
  response: Response,
  route: Route,
): Promise<void> | undefined {
  refuseBody(request, route);
  if (route.access === "provider") {
    deps.checkProvider(request, route, exchangeOf(response));
    return forward(deps, request, response, route, undefined);
  }
  const pass = (caller: Caller) => {
    checkAccess(response, caller, route);
    deps.checkSlowReader(route, caller, exchangeOf(response));
    return forward(deps, request, response, route, deps.assertionFor(caller, route.service));
  };
  const limitAndPass = (caller: Caller) => {
    const limited =
      route.access === "anyone" ? undefined : limitUser(deps, request, response, caller, route);
    return limited ? limited.then(() => pass(caller)) : pass(caller);
  };
  const caller = deps.resolveCaller(request.headers.cookie);
  return caller instanceof Promise ? caller.then(limitAndPass) : limitAndPass(caller);
}

/**
 * Limits a call of a user, and the calls of all users of a client. Without a user, the call counts as a general one of the
 * client. @throws rate-limited
 */
function limitUser(
  { limit }: ApiDeps,
  request: Request,
  response: Response,
  caller: Caller,
  { rate, path }: Route,
): Promise<void> | undefined {
  const { clientIp } = exchangeOf(response);
  if (caller.kind !== "user") return limit("general", clientIp);
  const { userId } = caller;
  if (rate === "per-user") void limit("per-user", `${userId} ${path}`);
  else void limit("general", userId);
  void limit("users", clientIp);
  if (rate === "general" || rate === "per-user") return undefined;
  const options = { isRead: isRead(request) };
  const limitTogether = () => limit(rate, clientIp, { ...options, ofUsers: true });
  const limited = limit(rate, userKey(userId), options);
  return limited ? limited.then(limitTogether) : limitTogether();
}

/** @throws too-large, invalid for a body that the call does not take */
function refuseBody(request: Request, { bodyLimit }: Route): void {
  if (bodyLimit === 0 && hasBody(request)) throw bodyNotAllowed(request);
  if (Number(request.headers["content-length"] ?? 0) > bodyLimit) throw bodyTooLarge();
}

/** @throws unauthenticated, forbidden */
function checkAccess(response: Response, caller: Caller, { access, proof }: Route): void {
  response.locals["caller"] = caller;
  if (caller.kind === "user") exchangeOf(response).userId = caller.userId;
  if (access === "user") userOf(response);
  if (access === "dashboard") dashboardAdminOf(response);
  if (access === "admin") adminOf(response);
  if (proof) requireProof(response);
}

function forward(
  { forwarders }: ApiDeps,
  request: Request,
  response: Response,
  route: Route,
  assertion: string | undefined,
) {
  const exchange = exchangeOf(response);
  exchange.upstream = { route, assertion };
  return forwarders[route.service].handle(request, response, exchange.fail) as Promise<void>;
}
