import { expect, it } from "vitest";
import { routes } from "../routes.ts";
import { openApiDocument } from "./openapi.ts";

type Operation = {
  operationId: string;
  parameters?: { name: string; in: string }[];
  requestBody?: { content: Record<string, { schema: unknown }> };
  responses: Record<string, unknown>;
};

const document = openApiDocument(routes);
const paths = document.paths as unknown as Record<string, Record<string, Operation>>;
const documented = routes.map((route) => ({
  route,
  name: `${route.method} ${route.path}`,
  operation: paths[route.path]?.[route.method.toLowerCase()],
}));

it.each(documented)(
  "the OpenAPI document describes $name with its input, output and errors",
  ({ route, operation }) => {
    const { responses = {}, parameters = [], requestBody } = operation ?? {};
    const statuses = Object.keys(responses);
    expect(statuses.filter((status) => status.startsWith("2"))).toHaveLength(1);
    const forAdmins = route.access === "admin" ? ["401", "403"] : [];
    expect(statuses).toEqual(expect.arrayContaining(["429", "503", ...forAdmins]));
    const named = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const inPath = parameters.filter((parameter) => parameter.in === "path");
    expect(inPath.map(({ name }) => name)).toEqual(named);
    expect(requestBody !== undefined).toBe(route.bodyLimit > 0);
  },
);

it("the OpenAPI document gives every operation a unique id", () => {
  const ids = documented.map(({ operation }) => operation?.operationId);
  expect(new Set(ids).size).toBe(routes.length);
});

it("the OpenAPI document has the rules of each field of a body", () => {
  const schema = paths["/api/register"]?.["post"]?.requestBody?.content["application/json"]
    ?.schema as {
    properties: Record<string, { maxLength?: number }>;
    additionalProperties: boolean;
    required: string[];
  };
  expect(schema.required).toEqual(["username", "password"]);
  expect(schema.properties["username"]?.maxLength).toBe(32);
  expect(schema.additionalProperties).toBe(false);
});

it("every reference in the OpenAPI document resolves", () => {
  const references = [
    ...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g),
  ];
  const names = Object.keys(document.components?.schemas ?? {});
  for (const [, name] of references) expect(names).toContain(name);
});
