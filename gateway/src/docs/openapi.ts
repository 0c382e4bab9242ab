import { cookieName } from "@orbline/kit/http/cookies";
import { errorBodySchema } from "@orbline/proto/http/errors";
import type { Request, Response } from "express";
import { z } from "zod";
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiResponseObject,
} from "zod-openapi";
import { exchangeOf } from "../exchange/exchange.ts";
import { type Route, type Service, services } from "../routes.ts";
import { sendFile } from "../web/static-files.ts";
import { toWebFile, type WebFile } from "../web/web-files.ts";

/** Path of the OpenAPI document. */
export const openApiPath = "/api/openapi.json";

type OpenApiOptions = { routes: readonly Route[]; publicOrigin: string };

/** Serves the OpenAPI document. It is built once, on the first request, compressed, and has an ETag. */
export function openApiHandler(options: OpenApiOptions) {
  let built: Promise<WebFile> | undefined;
  return async (request: Request, response: Response): Promise<void> => {
    exchangeOf(response).label = openApiPath;
    built ??= toWebFile(Buffer.from(JSON.stringify(openApiDocument(options))), ".json");
    try {
      sendFile(request, response, await built);
    } catch (failure) {
      built = undefined;
      throw failure;
    }
  };
}

const errorSchema = errorBodySchema.meta({ id: "Error" });
const idSchema = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);

const tagDescriptions: Record<Service, string> = {
  identity: "Accounts, passwords and sessions.",
  billing: "Plans, checkouts and subscriptions.",
  prediction: "Predictions, games and track records.",
  admin: "Users, payments and operations, for admins.",
};

/** The OpenAPI 3.1 document of these routes, made from the schemas that services and web app validate with. */
export function openApiDocument({ routes, publicOrigin }: OpenApiOptions) {
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
        "own site. All errors have the same body. Requests that break HTTP or its limits get 400, 408 or 431 on any path.",
      contact: { name: "Orbline", url: publicOrigin },
      license: { name: "Proprietary. All rights reserved.", identifier: "LicenseRef-Proprietary" },
    },
    servers: [{ url: publicOrigin }],
    tags: services.map((name) => ({ name, description: tagDescriptions[name] })),
    paths,
    components: {
      schemas: { Error: errorSchema },
      securitySchemes: {
        session: { type: "apiKey", in: "cookie", name: cookieName("sid", publicOrigin) },
      },
    },
  });
}

function toOperation(route: Route): ZodOpenApiOperationObject {
  const { access, service, summary, params, query, body, response, responseType } = route;
  const { responseHeaders } = route;
  const pathNames = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  return {
    operationId: operationId(route),
    summary,
    tags: [service],
    "x-access": access,
    security: needsSession(access) ? [{ session: [] }] : [],
    requestParams: {
      path: params ?? z.object(Object.fromEntries(pathNames.map((name) => [name, idSchema]))),
      ...(query instanceof z.ZodObject ? { query } : {}),
    },
    ...(body
      ? {
          requestBody: {
            description: `At most ${route.bodyLimit} bytes.`,
            // An absent body counts as an empty object.
            required: !body.safeParse({}).success,
            content: { "application/json": { schema: body } },
          },
        }
      : {}),
    responses: {
      [route.status ?? 200]: {
        description: "Success.",
        ...(responseHeaders ? { headers: toHeaders(responseHeaders) } : {}),
        ...(response ? { content: { "application/json": { schema: response } } } : {}),
        ...(responseType ? { content: { [responseType]: {} } } : {}),
      },
      ...errorsOf(route),
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

function error(
  id: string,
  description: string,
  headers: ZodOpenApiResponseObject["headers"] = {},
): ZodOpenApiResponseObject {
  return { id, description, headers, content: { "application/json": { schema: errorSchema } } };
}

const retryAfter = {
  "Retry-After": {
    description: "Seconds to wait.",
    schema: { type: "integer" as const, minimum: 1 },
  },
};

const errors = {
  400: error("Invalid", "The path, a parameter or the body is invalid."),
  401: error("Unauthenticated", "Not signed in, or wrong credentials."),
  403: error("Forbidden", "The caller may not do this."),
  404: error("NotFound", "The object does not exist."),
  405: error("MethodNotAllowed", "The path has no such method.", {
    Allow: { description: "The methods of the path.", schema: { type: "string" } },
  }),
  409: error("Conflict", "The current state does not allow this."),
  413: error("TooLarge", "The body is too large."),
  415: error("UnsupportedType", "The body is not JSON."),
  429: error("RateLimited", "Too many requests.", retryAfter),
  500: error("Internal", "A fault on our side."),
  502: error("BadGateway", "A service did not answer correctly."),
  503: error("Unavailable", "Briefly unavailable.", retryAfter),
  504: error("Timeout", "A service did not respond in time."),
};

/** Errors that a call can respond with. Conflicts and missing objects depend on the call's data. */
function errorsOf({ access, method, bodyLimit }: Route) {
  const takesBody = bodyLimit > 0;
  const exceptions: Partial<Record<string, boolean>> = {
    401: access !== "provider",
    403: needsSession(access) || method !== "GET",
    409: method !== "GET",
    413: takesBody,
    415: takesBody && access !== "provider",
  };
  return Object.fromEntries(
    Object.entries(errors).filter(([status]) => exceptions[status] ?? true),
  );
}

function needsSession(access: Route["access"]): boolean {
  return access !== "anyone" && access !== "provider";
}
