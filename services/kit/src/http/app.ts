import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import express, {
  type Express,
  type Request,
  type RequestHandler,
  type Response,
  type Router,
} from "express";
import type { Caller } from "../auth.ts";
import { AppError } from "../errors.ts";
import { healthPaths, healthRoutes } from "./health.ts";
import { readJson } from "./parse.ts";
import { errorHandler, notFound } from "./errors.ts";
import { messageClasses } from "./messages.ts";
import { useDirectJson } from "./json.ts";
import { identify, observe } from "./request.ts";
import { answerOnFile, socketPathOf } from "./unix-socket.ts";
import type { Logger } from "../observability/logger.ts";
import type { Metrics } from "../observability/metrics.ts";

/** What a service gives to build its HTTP side. */
export type HttpOptions = {
  logger: Logger;
  metrics: Metrics;
  /** Tells who calls from the gateway's assertion; throws when it is not valid. */
  verify: (assertion: string) => Caller;
  /** Routes behind the assertion. */
  routes: (router: Router) => void;
  /** Routes whose credential is their own, such as a provider's signed webhook; bodies arrive untouched. */
  unassertedRoutes?: ((router: Router) => void) | undefined;
  /** The names of what is not ready; empty means ready. */
  notReady: () => string[];
};

/** As much as the gateway lets through to a JSON route. */
const maxBodyBytes = 16_384;

const hasBody = ({ headers }: Request) =>
  headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;

/** Caller, JSON body, then the routes. */
const assertedSteps = (options: HttpOptions): RequestHandler => {
  const identified = identify(options);
  const readBody = express.Router().use(readJson(maxBodyBytes));
  const routes = express.Router({ caseSensitive: true, strict: true });
  options.routes(routes);
  return (request, response, next) => {
    const answer = (error?: unknown) => {
      if (error) next(error);
      else routes(request, response, next);
    };
    identified(request, response);
    if (hasBody(request)) readBody(request, response, answer);
    else answer();
  };
};

const behindObserve = (options: HttpOptions): RequestHandler => {
  const asserted = assertedSteps(options);
  if (!options.unassertedRoutes) return asserted;
  const router = express.Router();
  options.unassertedRoutes(router);
  return router.use(asserted);
};

/**
 * The HTTP application of a service: health, metrics, request log, caller, JSON bodies, routes, error answers. It
 * goes from step to step itself, as each that express goes to has its price, also where there is nothing to do.
 */
export const createHttpApp = (options: HttpOptions): Express => {
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.set("query parser", "simple");
  useDirectJson(app);
  const health = healthRoutes(options);
  const observed = observe(options);
  const handle = behindObserve(options);
  app.use((request, response, next) => {
    if (healthPaths.has(request.path)) health(request, response, next);
    else observed(request, response, () => handle(request, response, next));
  });
  app.use(notFound);
  app.use(errorHandler(options.logger));
  return app;
};

/** The caller that the assertion named. */
export const callerOf = (response: Response): Caller => response.locals["caller"] as Caller;

/** The signed-in caller. @throws unauthenticated for anonymous requests */
export const userOf = (response: Response): Extract<Caller, { kind: "user" }> => {
  const caller = callerOf(response);
  if (caller.kind === "user") return caller;
  throw new AppError("unauthenticated", "session.required", "Please sign in first.");
};

/** The signed-in admin. @throws unauthenticated for anonymous requests, forbidden for other users */
export const adminOf = (response: Response) => {
  const user = userOf(response);
  if (user.role === "admin") return user;
  throw new AppError(
    "forbidden",
    "admin.required",
    "Access Denied - You do not have permission to access this admin area.",
  );
};

/** A listening HTTP server. */
export type HttpServer = {
  port: number;
  server: Server;
  /** Stops accepting and resolves when the requests in flight are answered, or cut off after `drainMs`. */
  close: (options?: { drainMs?: number }) => Promise<void>;
};

type Closing = { server: Server; closeFile: (() => Promise<void>) | undefined };

const closed = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
  });

/** Node closes connections that are idle at the call only; those in use then would stay for their keep-alive time. */
const closeServer = async ({ server, closeFile }: Closing, drainMs: number): Promise<void> => {
  const sweep = setInterval(() => server.closeIdleConnections(), 20);
  const cutOff = setTimeout(() => server.closeAllConnections(), drainMs);
  await Promise.all([closed(server), closeFile?.()]);
  clearInterval(sweep);
  clearTimeout(cutOff);
};

type Address = {
  host: string;
  port: number;
  /** A file to answer on too. */
  socketPath?: string | undefined;
};

/** Keeps requests until they may be answered; once released, the listener gets each that still waits and each that comes. */
const holdRequests = (server: Server, listener: RequestListener): (() => void) => {
  const held: Parameters<RequestListener>[] = [];
  const hold = (...exchange: Parameters<RequestListener>) => void held.push(exchange);
  server.on("request", hold);
  return () => {
    server.off("request", hold).on("request", listener);
    // Whoever has left would be served for nothing, and the end of that is never seen.
    for (const exchange of held) if (!exchange[0].socket.destroyed) listener(...exchange);
  };
};

/**
 * Listens with bounded header, request and idle times.
 * @throws when the port is taken, or the file cannot be made or is another process's
 */
export const listen = async (
  app: Express,
  { host, port, socketPath }: Address,
): Promise<HttpServer> => {
  const server = createServer({
    requestTimeout: 30_000,
    headersTimeout: 10_000,
    keepAliveTimeout: 75_000,
    connectionsCheckingInterval: 2_000,
    maxHeaderSize: 16_384,
    optimizeEmptyRequests: true,
    ...messageClasses(app),
  });
  // Whoever is told that the service is ready may ask it on its file.
  const release = holdRequests(server, app);
  // The port first: whoever does not get it leaves the file to the one that has it.
  await once(server.listen(port, host), "listening");
  const { port: taken } = server.address() as AddressInfo;
  try {
    const closeFile = socketPath === undefined ? undefined : await answerOnFile(server, socketPath);
    release();
    const close = ({ drainMs = 5_000 } = {}) => closeServer({ server, closeFile }, drainMs);
    return { port: taken, server, close };
  } catch (error) {
    const ended = closed(server);
    server.closeAllConnections();
    await ended;
    throw error;
  }
};

/** Listens as a service does: on its port, and on its file where there is a folder for them. @throws as `listen` does */
export const listenAs = (
  service: string,
  app: Express,
  {
    HOST: host,
    PORT: port,
    SOCKET_DIR: folder,
  }: { HOST: string; PORT: number; SOCKET_DIR?: string | undefined },
): Promise<HttpServer> =>
  listen(app, { host, port, socketPath: folder && socketPathOf(folder, service) });
