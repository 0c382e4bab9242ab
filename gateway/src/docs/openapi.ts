import { errorBodySchema } from "@orbline/proto/http/errors";
import type { Operation, Operations } from "@orbline/proto/http/operation";
import { adminOperations } from "@orbline/proto/http/operations-admin";
import { billingOperations } from "@orbline/proto/http/operations-billing";
import { identityOperations } from "@orbline/proto/http/operations-identity";
import { predictionOperations } from "@orbline/proto/http/operations-prediction";
import { z } from "zod";
import type { Access, Route } from "../routes.ts";

/** What every operation of the public API takes and answers. */
export const operations: Operations = {
  ...identityOperations,
  ...billingOperations,
  ...predictionOperations,
  ...adminOperations,
};

/** A JSON schema of draft 2020-12, which is the one of OpenAPI 3.1. */
export type JsonSchema = Record<string, unknown>;

type Answer = {
  description: string;
  headers?: Record<string, { description: string; schema: JsonSchema }>;
  content?: { "application/json": { schema: JsonSchema } };
};

/** One parameter of a path or query. */
export type Parameter = {
  name: string;
  in: "path" | "query";
  required: boolean;
  schema: JsonSchema;
};

/** One operation as the document describes it. */
export type DocumentedOperation = {
  operationId: string;
  summary: string;
  tags: string[];
  "x-access": Access;
  security: Record<string, string[]>[];
  parameters: Parameter[];
  requestBody?: { required: boolean; content: { "application/json": { schema: JsonSchema } } };
  responses: Record<string, Answer>;
};

const toSchema = (schema: z.ZodType, io: "input" | "output"): JsonSchema => {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return json;
};

const errorRef = { $ref: "#/components/schemas/Error" };

const refusal = (description: string): Answer => ({
  description,
  content: { "application/json": { schema: errorRef } },
});

/** What can be refused whatever the call does; a call's own words on a status come first. */
const refusalsOf = ({ access, method, path, bodyLimit }: Route, operation: Operation) => {
  const { body, query } = operation;
  const takesInput = body !== undefined || query !== undefined || path.includes("{");
  const needsUser = access === "user" || access === "admin";
  const isForeign = method === "GET" ? undefined : "The request comes from another site.";
  return {
    ...(takesInput && { 400: "A parameter or a field of the body is not valid." }),
    ...(needsUser && { 401: "Nobody is signed in." }),
    ...(isForeign && access !== "provider" && { 403: isForeign }),
    ...(access === "admin" && { 403: "The user is no admin." }),
    ...(bodyLimit > 0 && { 413: `The body is larger than ${bodyLimit} bytes.` }),
    ...(body && access !== "provider" && { 415: "The body is not JSON." }),
    429: "Too many requests; Retry-After tells when to come again.",
    503: "A part of the system is briefly unavailable; Retry-After tells when to come again.",
    504: "A service did not answer in time.",
    ...operation.refusals,
  };
};

const pathParameters = ({ path }: Route): Parameter[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string", pattern: "^[A-Za-z0-9_-]{1,64}$" },
  }));

const queryParameters = ({ query }: Operation): Parameter[] => {
  if (!query) return [];
  const { properties = {}, required = [] } = toSchema(query, "input") as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: "query",
    required: required.includes(name),
    schema,
  }));
};

const success = ({ response, headers = {} }: Operation): Answer => ({
  description: "Done.",
  ...(Object.keys(headers).length > 0 && {
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, description]) => [
        name,
        { description, schema: { type: "string" } },
      ]),
    ),
  }),
  ...(response && { content: { "application/json": { schema: toSchema(response, "output") } } }),
});

/** An id that can be a name in a program, e.g. "getAdminUserIdSubscription". */
const operationId = ({ method, path }: Route) => {
  const words = path
    .replace("/api/", "")
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean);
  const joined = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  return method.toLowerCase() + joined;
};

/** An absent body counts as an empty object. */
const mayBeAbsent = (body: z.ZodType) => body.safeParse({}).success;

const describe = (route: Route, operation: Operation): DocumentedOperation => {
  const { access, service } = route;
  const refusals = Object.entries(refusalsOf(route, operation));
  return {
    operationId: operationId(route),
    summary: operation.summary,
    tags: [service],
    "x-access": access,
    security: access === "user" || access === "admin" ? [{ session: [] }] : [],
    parameters: [...pathParameters(route), ...queryParameters(operation)],
    ...(operation.body && {
      requestBody: {
        required: !mayBeAbsent(operation.body),
        content: { "application/json": { schema: toSchema(operation.body, "input") } },
      },
    }),
    responses: {
      [operation.status ?? 200]: success(operation),
      ...Object.fromEntries(refusals.map(([status, text]) => [status, refusal(text)])),
    },
  };
};

/** The OpenAPI 3.1 document of these routes, made from the schemas that services and web app check by. */
export const openApiDocument = (routes: readonly Route[]) => {
  const paths: Record<string, Record<string, DocumentedOperation>> = {};
  for (const route of routes) {
    const operation = operations[`${route.method} ${route.path}`];
    if (!operation) continue;
    paths[route.path] = {
      ...paths[route.path],
      [route.method.toLowerCase()]: describe(route, operation),
    };
  }
  return {
    openapi: "3.1.1",
    info: {
      title: "Orbline",
      version: "1",
      description:
        "The public API of Orbline. Times are RFC 3339 in UTC unless a field says otherwise, money is in integer " +
        "cents unless it is a stake. The session is an opaque cookie; requests of browsers must come from our own " +
        "site. Every refusal has the same body.",
    },
    paths,
    components: {
      schemas: { Error: toSchema(errorBodySchema, "output") },
      securitySchemes: { session: { type: "apiKey", in: "cookie", name: "__Host-sid" } },
    },
  };
};
/** An OpenAPI document of ours. */
export type OpenApiDocument = ReturnType<typeof openApiDocument>;
