import { createHash } from "node:crypto";
import { errorBodySchema } from "@orbline/proto/http/errors";
import type { Request, Response } from "express";
import { z } from "zod";
import { createDocument, type ZodOpenApiOperationObject } from "zod-openapi";
import { exchangeOf } from "../exchange/exchange.ts";
import type { Route } from "../routes.ts";

/** Path of the OpenAPI document. */
export const openApiPath = "/api/openapi.json";

/** Serves the OpenAPI document of these routes. It is built once, on the first request, and has an ETag. */
export function openApiHandler(routes: readonly Route[]) {
  let built: { body: Buffer; etag: string } | undefined;
  return (request: Request, response: Response): void => {
    exchangeOf(response).label = openApiPath;
    built ??= build(routes);
    response.setHeader("cache-control", "no-cache");
    response.setHeader("etag", built.etag);
    if (request.headers["if-none-match"] === built.etag) {
      response.status(304).end();
      return;
    }
    response.setHeader("content-type", "application/json; charset=utf-8");
    response.setHeader("content-length", built.body.length);
    response.end(request.method === "HEAD" ? undefined : built.body);
  };
}

function build(routes: readonly Route[]) {
  const body = Buffer.from(JSON.stringify(openApiDocument(routes)));
  const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
  return { body, etag };
}

const errorSchema = errorBodySchema.meta({ id: "Error" });
const idSchema = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);

/** The OpenAPI 3.1 document of these routes, made from the schemas that services and web app validate with. */
export function openApiDocument(routes: readonly Route[]) {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const route of routes)
    (paths[route.path] ??= {})[route.method.toLowerCase()] = toOperation(route);
  return createDocument({
    openapi: "3.1.1",
    info: {
      title: "Orbline",
      version: "1",
      description:
        "The public API of Orbline. Times are RFC 3339 in UTC unless a field says otherwise. Money is in integer cents, " +
        "except stakes, which are in dollars. The session is an opaque cookie. Requests from browsers must come from our " +
        "own site. All errors have the same body.",
    },
    paths,
    components: {
      schemas: { Error: errorSchema },
      securitySchemes: { session: { type: "apiKey", in: "cookie", name: "__Host-sid" } },
    },
  });
}

function toOperation(route: Route): ZodOpenApiOperationObject {
  const { access, service, summary, query, body, response, status = 200, responseHeaders } = route;
  const pathNames = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  return {
    operationId: operationId(route),
    summary,
    tags: [service],
    "x-access": access,
    security: access === "user" || access === "admin" ? [{ session: [] }] : [],
    requestParams: {
      ...(pathNames.length > 0
        ? { path: z.object(Object.fromEntries(pathNames.map((name) => [name, idSchema]))) }
        : {}),
      ...(query instanceof z.ZodObject ? { query } : {}),
    },
    ...(body
      ? {
          requestBody: {
            // An absent body counts as an empty object.
            required: !body.safeParse({}).success,
            content: { "application/json": { schema: body } },
          },
        }
      : {}),
    responses: {
      [status]: {
        description: "Success.",
        ...(responseHeaders ? { headers: toHeaders(responseHeaders) } : {}),
        ...(response ? { content: { "application/json": { schema: response } } } : {}),
      },
      ...Object.fromEntries(
        errorsOf(route).map(([code, description]) => [
          code,
          { description, content: { "application/json": { schema: errorSchema } } },
        ]),
      ),
    },
  };
}

/** A name for generated clients, such as "getAdminUserIdSubscription". */
function operationId({ method, path }: Route): string {
  const words = path
    .replace("/api/", "")
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean);
  const joined = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  return method.toLowerCase() + joined;
}

function toHeaders(headers: Record<string, string>) {
  return Object.fromEntries(
    Object.entries(headers).map(([name, description]) => [
      name,
      { description, schema: { type: "string" as const } },
    ]),
  );
}

/** Errors that a call can respond with. Conflicts and missing objects depend on the call's data. */
function errorsOf({ access, method, bodyLimit }: Route): [number, string][] {
  const needsUser = access === "user" || access === "admin";
  const errors: [number, string | false][] = [
    [400, "A parameter or a field of the body is invalid."],
    [401, access !== "provider" && "Not signed in, or wrong credentials."],
    [403, (needsUser || method !== "GET") && "The caller may not do this."],
    [404, "The object does not exist."],
    [409, method !== "GET" && "The current state does not allow this."],
    [413, bodyLimit > 0 && `The body is larger than ${bodyLimit} bytes.`],
    [415, bodyLimit > 0 && access !== "provider" && "The body is not JSON."],
    [429, "Too many requests. Retry-After says when to try again."],
    [503, "Briefly unavailable. Retry-After says when to try again."],
    [504, "A service did not respond in time."],
  ];
  return errors.filter((error): error is [number, string] => error[1] !== false);
}
