import { AppError } from "@orbline/kit/errors";
import type { Caller } from "@orbline/kit/auth";
import { adminOf, userOf } from "@orbline/kit/http/app";
import type { NextFunction, Request, Response } from "express";
import type { Assertions } from "./guards/assertion.ts";
import { refuseCrossSite } from "./guards/csrf.ts";
import { exchangeOf } from "./exchange/exchange.ts";
import { bodyTooLarge } from "./proxy/errors.ts";
import type { ServiceProxy } from "./proxy/forward.ts";
import type { RateLimiter } from "./guards/rate-limit.ts";
import type { Match, RouteMatcher } from "./route-match.ts";
import type { Route, Service } from "./routes.ts";
import type { CallerResolver } from "./guards/session.ts";

/** What the API side of the gateway needs. */
export type ApiDeps = {
  match: RouteMatcher;
  limit: RateLimiter;
  resolveCaller: CallerResolver;
  assertionFor: Assertions;
  proxies: Record<Service, ServiceProxy>;
  publicOrigin: string;
};

const routeOf = (result: Match, request: Request, response: Response): Route => {
  const { path } = exchangeOf(response);
  if (result.kind === "route") return result.route;
  if (result.kind === "unknown")
    throw new AppError("not-found", "route.not-found", `There is no ${path}.`);
  response.setHeader("allow", result.allow);
  throw new AppError(
    "method-not-allowed",
    "method.not-allowed",
    `${request.method} is not allowed here. Allowed: ${result.allow}.`,
  );
};

const refuseLargeBody = (request: Request, { bodyLimit }: Route) => {
  const declared = Number(request.headers["content-length"] ?? 0);
  const streamed = request.headers["transfer-encoding"] !== undefined;
  if (declared > bodyLimit || (streamed && bodyLimit === 0)) throw bodyTooLarge();
};

/** Refuses who may not call. */
const refuseOthers = (response: Response, caller: Caller, { access }: Route) => {
  response.locals["caller"] = caller;
  if (caller.kind === "user") exchangeOf(response).userId = caller.userId;
  if (access === "user") userOf(response);
  if (access === "admin") adminOf(response);
};

/**
 * Answers everything under /api: route, limits, origin, caller, then the service. It waits only where there is
 * something to wait for, which for most requests is their service alone.
 */
export const apiHandler = (deps: ApiDeps) => {
  const { match, limit, resolveCaller, assertionFor, proxies, publicOrigin } = deps;
  type Step = { request: Request; response: Response; next: NextFunction; route: Route };
  const forwardFor = ({ request, response, next, route }: Step, caller: Caller) => {
    refuseOthers(response, caller, route);
    const assertion = assertionFor(caller, route.service);
    return proxies[route.service].forward(request, response, next, { route, assertion });
  };
  const admitted = (step: Step): Promise<void> => {
    const { request, response, next, route } = step;
    refuseLargeBody(request, route);
    if (route.access === "provider")
      return proxies[route.service].forward(request, response, next, { route });
    refuseCrossSite(request, publicOrigin);
    const caller = resolveCaller(request.headers.cookie);
    return caller instanceof Promise
      ? caller.then((found) => forwardFor(step, found))
      : forwardFor(step, caller);
  };
  /** @throws at once, or rejects, with what is to be answered */
  return (request: Request, response: Response, next: NextFunction): Promise<void> => {
    const exchange = exchangeOf(response);
    const result = match(request.method, exchange.path);
    // Webhooks have a limit of their own; whatever leads nowhere counts as a call too.
    const isWebhook = result.kind === "route" && result.route.rate === "webhook";
    if (!isWebhook) void limit("general", exchange.clientIp);
    const route = routeOf(result, request, response);
    exchange.route = route.path;
    const step = { request, response, next, route };
    const counted = route.rate === "general" ? undefined : limit(route.rate, exchange.clientIp);
    return counted ? counted.then(() => admitted(step)) : admitted(step);
  };
};
