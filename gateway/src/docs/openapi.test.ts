import { describe, expect, it } from "vitest";
import { openApiDocument, operations } from "./openapi.ts";
import { openApiPage } from "./page.ts";
import { routes } from "../routes.ts";

const document = openApiDocument(routes);
const documented = routes.map((route) => ({
  route,
  name: `${route.method} ${route.path}`,
  operation: document.paths[route.path]?.[route.method.toLowerCase()],
}));

describe("the OpenAPI document", () => {
  it("describes every route of the gateway's table", () => {
    expect(documented.filter(({ operation }) => !operation).map(({ name }) => name)).toEqual([]);
  });

  it.each(documented)(
    "tells of $name what it takes, answers and refuses",
    ({ route, operation }) => {
      const { responses = {}, parameters = [], requestBody } = operation ?? {};
      const statuses = Object.keys(responses);
      expect(statuses.filter((status) => status.startsWith("2"))).toHaveLength(1);
      expect(statuses).toEqual(expect.arrayContaining(["429", "503"]));
      const callers = ["401", "403"].filter((status) => statuses.includes(status));
      expect(callers.length).toBeGreaterThanOrEqual(route.access === "admin" ? 2 : 0);
      const named = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const inPath = parameters.filter((parameter) => parameter.in === "path");
      expect(inPath.map(({ name }) => name)).toEqual(named);
      expect(requestBody !== undefined).toBe(route.bodyLimit > 0);
    },
  );

  it("gives every operation an id of its own", () => {
    const ids = documented.map(({ operation }) => operation?.operationId);
    expect(new Set(ids).size).toBe(routes.length);
  });

  it("has a schema for each field of a body, with its rules", () => {
    const register = document.paths["/api/register"]?.["post"];
    const schema = register?.requestBody?.content["application/json"].schema as {
      properties: Record<string, { maxLength?: number }>;
      additionalProperties: boolean;
      required: string[];
    };
    expect(schema.required).toEqual(["username", "password"]);
    expect(schema.properties["username"]?.maxLength).toBe(32);
    expect(schema.additionalProperties).toBe(false);
  });

  it("refers to nothing that it does not hold", () => {
    const refs = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)];
    expect(new Set(refs.map(([, ref]) => ref))).toEqual(new Set(["#/components/schemas/Error"]));
  });

  it("is told of no operation that no route leads to", () => {
    const known = new Set(documented.map(({ name }) => name));
    expect(Object.keys(operations).filter((name) => !known.has(name))).toEqual([]);
  });
});

it("the page shows every operation and runs no script", () => {
  const page = openApiPage(document, "the-nonce");
  for (const { route } of documented) expect(page).toContain(`${route.method} ${route.path}`);
  expect(page).not.toContain("<script");
  expect(page).toContain('nonce="the-nonce"');
});

it("what a schema holds cannot become markup of the page", () => {
  const strange = structuredClone(document);
  strange.info.title = `<img src=x onerror="alert(1)">`;
  expect(openApiPage(strange, "n")).not.toContain("<img");
});
