import { AppError } from "@orbline/kit/errors";
import { adminOf, userOf } from "@orbline/kit/http";
import type { NextFunction, Request, Response } from "express";
import type { Assertions } from "./assertion.ts";
import { refuseCrossSite } from "./csrf.ts";
import { exchangeOf } from "./exchange.ts";
import { bodyTooLarge } from "./proxy-errors.ts";
import type { ServiceProxy } from "./proxy.ts";
import type { RateLimiter } from "./rate-limit.ts";
import type { Match, RouteMatcher } from "./route-match.ts";
import type { Route, Service } from "./routes.ts";
import type { CallerResolver } from "./session.ts";

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

/** Finds out who calls, refuses who may not, and returns the assertion for the service. */
const authorise = async (
  { resolveCaller, assertionFor }: ApiDeps,
  request: Request,
  response: Response,
  route: Route,
): Promise<string> => {
  const caller = await resolveCaller(request.headers.cookie);
  response.locals["caller"] = caller;
  if (caller.kind === "user") exchangeOf(response).userId = caller.userId;
  if (route.access === "user") userOf(response);
  if (route.access === "admin") adminOf(response);
  return assertionFor(caller, route.service);
};

/** Answers everything under /api: route, limits, origin, caller, then the service. */
export const apiHandler = (deps: ApiDeps) => {
  const { match, limit, proxies, publicOrigin } = deps;
  return async (request: Request, response: Response, next: NextFunction): Promise<void> => {
    const exchange = exchangeOf(response);
    const result = match(request.method, exchange.path);
    // Webhooks have a limit of their own; whatever leads nowhere counts as a call too.
    const isWebhook = result.kind === "route" && result.route.rate === "webhook";
    if (!isWebhook) await limit("general", exchange.clientIp);
    const route = routeOf(result, request, response);
    exchange.route = route.path;
    if (route.rate !== "general") await limit(route.rate, exchange.clientIp);
    refuseLargeBody(request, route);
    const proxy = proxies[route.service];
    if (route.access === "provider") return proxy.forward(request, response, next, { route });
    refuseCrossSite(request, publicOrigin);
    const assertion = await authorise(deps, request, response, route);
    return proxy.forward(request, response, next, { route, assertion });
  };
};
