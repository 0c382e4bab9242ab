import { proofLifeMs } from "@orbline/proto/constants/session";
import express, { type Express, type RequestHandler, type Response, type Router } from "express";
import type { Caller, SessionRole } from "../auth.ts";
import { AppError } from "../errors.ts";
import type { Logger } from "../observability/logger.ts";
import type { Metrics } from "../observability/metrics.ts";
import { errorHandler, notFound } from "./errors.ts";
import { useDirectJson } from "./fast-path.ts";
import { healthPaths, healthRoutes } from "./health.ts";
import { readJson } from "./parse.ts";
import { identify, observe } from "./request.ts";

export type HttpOptions = {
  logger: Logger;
  metrics: Metrics;
  /** Returns the caller that the gateway's assertion names; throws when it is not valid. */
  verify: (assertion: string) => Caller;
  /** Routes behind the assertion. */
  routes: (router: Router) => void;
  /** Routes that bring their own credential, such as a provider's signed webhook. Bodies arrive unparsed. */
  unassertedRoutes?: ((router: Router) => void) | undefined;
  /** Names of parts that are not ready; empty means ready. */
  notReady: () => string[];
};

/** The gateway's limit for a JSON route. */
const maxBodyBytes = 16_384;

/**
 * The HTTP application of a service: health, metrics, request log, caller, JSON bodies, routes, error responses. It calls
 * its steps itself, because each express layer costs time on every request.
 */
export function createHttpApp(options: HttpOptions): Express {
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.set("query parser", "simple");
  useDirectJson(app);
  const health = healthRoutes(options);
  const observed = observe(options);
  const handle = appRoutes(options);
  app.use((request, response, next) => {
    if (healthPaths.has(request.path)) health(request, response, next);
    else observed(request, response, () => handle(request, response, next));
  });
  app.use(notFound);
  app.use(errorHandler(options.logger));
  return app;
}

/** The caller that the assertion named. */
export function callerOf(response: Response): Caller {
  return response.locals["caller"] as Caller;
}

/** The signed-in caller. @throws unauthenticated for anonymous requests */
export function userOf(response: Response): Extract<Caller, { kind: "user" }> {
  const caller = callerOf(response);
  if (caller.kind === "user") return caller;
  throw new AppError("unauthenticated", "session.required", "Please sign in first.");
}

/**
 * The signed-in admin whose username begins with `admin_`.
 * @throws unauthenticated for anonymous requests, forbidden for other users, and for an admin without a second factor
 */
export function adminOf(response: Response) {
  return callerWith(response, ["admin"]);
}

/**
 * The signed-in admin of any name.
 * @throws unauthenticated for anonymous requests, forbidden for other users, and for an admin without a second factor
 */
export function dashboardAdminOf(response: Response) {
  return callerWith(response, ["admin", "dashboard"]);
}

/**
 * Requires a proof of the password that is not older than ten minutes, for calls that a stolen session must not make.
 * @throws unauthenticated for anonymous requests, forbidden `proof_required` without such a proof
 */
export function requireProof(response: Response): void {
  const { provenAtMs = 0 } = userOf(response);
  if (Date.now() - provenAtMs <= proofLifeMs) return;
  throw new AppError("forbidden", "proof_required", "Please confirm that it's you.");
}

function callerWith(response: Response, roles: readonly SessionRole[]) {
  const user = userOf(response);
  if (roles.includes(user.role)) return user;
  if (user.role === "unenrolled")
    throw new AppError(
      "forbidden",
      "enrollment_required",
      "Please turn on two-step sign-in first.",
    );
  const message = "Access Denied - You do not have permission to access this admin area.";
  throw new AppError("forbidden", "admin.required", message);
}

function appRoutes(options: HttpOptions): RequestHandler {
  const asserted = assertedRoutes(options);
  if (!options.unassertedRoutes) return asserted;
  const router = express.Router();
  options.unassertedRoutes(router);
  return router.use(asserted);
}

/** Caller, JSON body, then the routes. */
function assertedRoutes(options: HttpOptions): RequestHandler {
  const identified = identify(options);
  const readBody = express.Router().use(readJson(maxBodyBytes));
  const routes = express.Router({ caseSensitive: true, strict: true });
  options.routes(routes);
  return (request, response, next) => {
    identified(request, response);
    const { headers } = request;
    if (headers["content-length"] === undefined && headers["transfer-encoding"] === undefined)
      return routes(request, response, next);
    readBody(request, response, (error?: unknown) => {
      if (error) next(error);
      else routes(request, response, next);
    });
  };
}
