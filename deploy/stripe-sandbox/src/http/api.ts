import { createHash, timingSafeEqual } from "node:crypto";
import express, { type Request, type Response, Router } from "express";
import { apiVersion, newId } from "../objects/build.ts";
import type { World } from "../state/world.ts";
import type { Endpoint } from "./endpoint.ts";
import { expandResponse } from "./expand.ts";
import { takeFailure } from "./failures.ts";
import { createIdempotency, fingerprintOf, type Idempotency, type Saved } from "./idempotency.ts";
import { type FormFields, parseForm } from "./params.ts";
import {
  errorBody,
  invalid,
  isStripeError,
  refusal,
  type StripeError,
  stripeError,
} from "./stripe-error.ts";

type Deps = { world: World; secretKey: string; endpoints: Endpoint[] };

const digest = (text: string) => createHash("sha256").update(text).digest();

/** The API under /v1: authentication, idempotency and one handler per endpoint. */
export function apiRouter({ world, secretKey, endpoints }: Deps): Router {
  const idempotency = createIdempotency(world.database, world.clock.wallMs);
  const router = Router({ caseSensitive: true, strict: true });
  router.use(express.text({ type: "application/x-www-form-urlencoded", limit: "1mb" }));
  // There are no searches; as a path of one object, "search" would be its id.
  router.get("/v1/:objects/search", refuseUnknown);
  for (const endpoint of endpoints) {
    const [method, path = ""] = endpoint.route.split(" ");
    router[method?.toLowerCase() as "get" | "post" | "delete"](
      path,
      handle({ world, secretKey, idempotency }, endpoint),
    );
  }
  router.use("/v1", refuseUnknown);
  return router;
}

function refuseUnknown(req: Request, res: Response): never {
  setHeaders(req, res);
  const path = req.originalUrl.split("?")[0];
  throw refusal("unrecognized_url", { method: req.method, path: path ?? "" });
}

/** @throws a Stripe error 401 if the secret key is missing or wrong. */
function authenticate(header: string | undefined, secretKey: string): void {
  const key = keyOf(header ?? "");
  if (key === "") throw refusal("key_missing");
  if (!timingSafeEqual(digest(key), digest(secretKey)))
    throw refusal("key_invalid", { key: key.slice(0, 8) });
}

type Context = { world: World; secretKey: string; idempotency: Idempotency };

function handle({ world, secretKey, idempotency }: Context, endpoint: Endpoint) {
  return (req: Request, res: Response) => {
    const requestId = setHeaders(req, res);
    authenticate(req.header("authorization"), secretKey);
    const failure = takeFailure(world.settings, req.method, req.path);
    if (failure?.mode === "refuse") {
      res.set("stripe-should-retry", String(failure.retryable));
      const { status, code } = failure;
      const { type = status >= 500 ? "api_error" : "invalid_request_error" } = failure;
      throw stripeError(status, "A planned failure of the sandbox.", { type, code });
    }
    const fields = fieldsOf(req);
    const fingerprint = fingerprintOf(req.method, req.path, fields);
    // Stripe ignores the keys of calls that change nothing, and of deletions.
    const key = req.method === "POST" ? req.header("idempotency-key") : undefined;
    const saved = key === undefined ? undefined : idempotency.find(key, fingerprint);
    if (saved) {
      res.set({ "idempotent-replayed": "true", "original-request": saved.request });
      return send(res, saved);
    }
    const ids = { id: String(req.params["id"] ?? ""), subId: String(req.params["subId"] ?? "") };
    const prepared = endpoint.prepare(fields, ids);
    const call = { id: requestId, idempotency_key: key ?? null };
    const keepResponse = (response: Answer): Saved => {
      const answer = { ...response, request: requestId };
      if (key !== undefined) idempotency.save(key, fingerprint, answer);
      return answer;
    };
    const response = execute({ ...world, request: call }, prepared, keepResponse);
    if (failure?.mode === "lose") req.socket.destroy();
    else send(res, response);
  };
}

function setHeaders(req: Request, res: Response): string {
  const requestId = newId("req", 14);
  const version = req.header("stripe-version") ?? apiVersion;
  res.set({ "request-id": requestId, "stripe-version": apiVersion, "cache-control": "no-store" });
  const key = req.header("idempotency-key");
  if (key !== undefined) res.set("idempotency-key", key);
  if (version !== apiVersion)
    throw refusal("version_unsupported", { version, supported: apiVersion });
  return requestId;
}

function fieldsOf(req: Request): FormFields {
  if (req.method !== "POST") return parseForm(req.originalUrl.split("?")[1] ?? "");
  if (typeof req.body === "string") return parseForm(req.body);
  const length = Number(req.header("content-length") ?? 0);
  if (length > 0)
    throw invalid("Invalid request: the body must be application/x-www-form-urlencoded.");
  return parseForm("");
}

type Answer = Omit<Saved, "request">;

function send(res: Response, { status, body }: Answer) {
  res.status(status).type("application/json").send(body);
}

/** Runs a call in one transaction. A refusal rolls it back unless the error keeps its changes. */
function execute(
  world: World,
  { run, expand }: ReturnType<Endpoint["prepare"]>,
  keepResponse: (response: Answer) => Saved,
): Saved {
  const respond = (status: number, body: object) =>
    keepResponse({ status, body: JSON.stringify(body, null, 2) });
  const refuse = (error: StripeError) => respond(error.status, errorBody(error));
  try {
    return world.database.transaction(() => {
      try {
        return respond(200, expandResponse(world, run(world), expand));
      } catch (error) {
        if (isStripeError(error) && error.keeps) return refuse(error);
        throw error;
      }
    });
  } catch (error) {
    if (!isStripeError(error)) throw error;
    return world.database.transaction(() => refuse(error));
  }
}

function keyOf(header: string): string {
  const [scheme, value = ""] = header.split(" ");
  if (scheme?.toLowerCase() === "bearer") return value;
  if (scheme?.toLowerCase() === "basic")
    return Buffer.from(value, "base64").toString().split(":")[0] ?? "";
  return "";
}
