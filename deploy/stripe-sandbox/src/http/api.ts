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
  for (const endpoint of endpoints) {
    const [method, path = ""] = endpoint.route.split(" ");
    router[method?.toLowerCase() as "get" | "post" | "delete"](
      path,
      handle({ world, secretKey, idempotency }, endpoint),
    );
  }
  router.use("/v1", (req, res) => {
    setHeaders(req, res);
    const path = req.originalUrl.split("?")[0];
    throw refusal("unrecognized_url", { method: req.method, path: path ?? "" });
  });
  return router;
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
      const type = failure.status >= 500 ? "api_error" : "invalid_request_error";
      throw stripeError(failure.status, "A planned failure of the sandbox.", { type });
    }
    const fields = fieldsOf(req);
    const fingerprint = fingerprintOf(req.method, req.path, fields);
    const key = req.header("idempotency-key");
    const saved = key === undefined ? undefined : idempotency.find(key, fingerprint);
    if (saved) return send(res.set("idempotent-replayed", "true"), saved);
    const ids = { id: String(req.params["id"] ?? ""), subId: String(req.params["subId"] ?? "") };
    const prepared = endpoint.prepare(fields, ids);
    const call = { id: requestId, idempotency_key: key ?? null };
    const keepResponse = (response: Saved) => {
      if (key !== undefined && req.method === "POST") idempotency.save(key, fingerprint, response);
      return response;
    };
    const response = execute({ ...world, request: call }, prepared, keepResponse);
    if (failure?.mode === "lose") req.socket.destroy();
    else send(res, response);
  };
}

function setHeaders(req: Request, res: Response): string {
  const requestId = newId("req", 14);
  const version = req.header("stripe-version") ?? apiVersion;
  res.set({ "request-id": requestId, "stripe-version": version, "cache-control": "no-store" });
  const key = req.header("idempotency-key");
  if (key !== undefined) res.set("idempotency-key", key);
  if (!/^\d{4}-\d{2}-\d{2}(\.[a-z]+)?$/.test(version))
    throw invalid(`Invalid Stripe API version: ${version}`);
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

function send(res: Response, { status, body }: Saved) {
  res.status(status).type("application/json").send(body);
}

/** Runs a call in one transaction. A refusal rolls it back unless the error keeps its changes. */
function execute(
  world: World,
  { run, expand }: ReturnType<Endpoint["prepare"]>,
  keepResponse: (response: Saved) => Saved,
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
