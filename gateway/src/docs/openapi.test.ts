import { expect, it } from "vitest";
import { newPasswordSchema } from "@orbline/proto/http/fields";
import { routes } from "../routes.ts";
import { openApiDocument } from "./openapi.ts";

type Operation = {
  operationId: string;
  parameters?: { name: string; in: string; schema?: { pattern?: string } }[];
  requestBody?: { content: Record<string, { schema: unknown }> };
  responses: Record<string, unknown>;
};

const publicOrigin = "https://orbline.example";
const document = openApiDocument({ routes, publicOrigin });
const paths = document.paths as unknown as Record<string, Record<string, Operation>>;
const documented = routes.map((route) => ({
  route,
  name: `${route.method} ${route.path}`,
  operation: paths[route.path]?.[route.method.toLowerCase()],
}));

it.each(documented)(
  "describes $name with its input, output and errors in the OpenAPI document",
  ({ route, operation }) => {
    const { responses = {}, parameters = [], requestBody } = operation ?? {};
    const statuses = Object.keys(responses);
    expect(statuses.filter((status) => status.startsWith("2"))).toHaveLength(1);
    const forAdmins = ["dashboard", "admin"].includes(route.access) ? ["401", "403"] : [];
    expect(statuses).toEqual(
      expect.arrayContaining(["400", "405", "429", "500", "502", "503", ...forAdmins]),
    );
    const named = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const inPath = parameters.filter((parameter) => parameter.in === "path");
    expect(inPath.map(({ name }) => name)).toEqual(named);
    expect(requestBody !== undefined).toBe(route.body !== undefined);
  },
);

it("gives every operation of the OpenAPI document a unique id", () => {
  const ids = documented.map(({ operation }) => operation?.operationId);
  expect(new Set(ids).size).toBe(routes.length);
});

type JsonSchema = Record<string, unknown> & { properties: Record<string, JsonSchema> };
const bodyOf = (path: string, method = "post") =>
  paths[path]?.[method]?.requestBody?.content["application/json"]?.schema as JsonSchema;

it("the OpenAPI document has the rules of each field of a body", () => {
  const { properties, ...body } = bodyOf("/api/register");
  expect(body).toMatchObject({ required: ["username", "password"], additionalProperties: false });
  const { username, password, email } = properties;
  expect(username).toMatchObject({ minLength: 3, maxLength: 32 });
  expect(password).toMatchObject({ minLength: 8, maxLength: 128 });
  expect(email?.["anyOf"]).toMatchObject([{ const: "" }, { format: "email", maxLength: 254 }]);
  const { plan, success_url: successUrl } = bodyOf("/api/create-direct-checkout").properties;
  expect(plan?.["enum"]).toEqual(["trial", "monthly", "annual", "lifetime"]);
  expect(successUrl).toMatchObject({ type: "string", format: "uri", maxLength: 500 });
  expect(bodyOf("/api/subscription/change").properties["plan"]?.["enum"]).toEqual([
    "monthly",
    "annual",
  ]);
  expect(bodyOf("/api/user", "patch")).toMatchObject({
    anyOf: [{ required: ["email"] }, { required: ["phone"] }],
  });
});

it.each(["Abcdefg1", "1bcdefgH", "abcdefg1", "ABCDEFGH", "Abcdef1", ""])(
  "the OpenAPI document has the same rules for the password '%s' as the form",
  (password) => {
    const rules = bodyOf("/api/password/reset").properties["password"];
    const isLong = password.length >= Number(rules?.["minLength"]);
    const isAllowed = isLong && new RegExp(String(rules?.["pattern"])).test(password);
    expect(isAllowed).toBe(newPasswordSchema.safeParse(password).success);
  },
);

it("the OpenAPI document has the shape of each parameter of a path", () => {
  const patternOf = (path: string, method: string) =>
    paths[path]?.[method]?.parameters?.map(({ schema }) => schema?.pattern);
  expect(patternOf("/api/sessions/{id}", "delete")).toEqual(["^[0-9a-f]{64}$"]);
  expect(patternOf("/api/predictions/{id}", "get")).toEqual(["^[A-Za-z0-9_-]{1,64}$"]);
});

it("the OpenAPI document names its server, its tags and the session cookie of its origin", () => {
  const { servers, tags, info } = document;
  expect(servers).toEqual([{ url: publicOrigin }]);
  expect(tags?.map(({ name }) => name)).toEqual([...new Set(routes.map((route) => route.service))]);
  expect(info).toMatchObject({ contact: { url: publicOrigin }, license: {} });
  const cookieOf = (origin: string) =>
    openApiDocument({ routes, publicOrigin: origin }).components?.securitySchemes?.["session"];
  expect(cookieOf(publicOrigin)).toMatchObject({ name: "__Host-sid" });
  expect(cookieOf("http://127.0.0.1:8080")).toMatchObject({ name: "sid" });
});

it("the OpenAPI document has the header that says when to try again", () => {
  const { RateLimited, Unavailable } = document.components?.responses ?? {};
  for (const response of [RateLimited, Unavailable])
    expect(response).toHaveProperty("headers.Retry-After.schema.type", "integer");
});

it("resolves every reference in the OpenAPI document", () => {
  const references = [
    ...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g),
  ];
  const names = Object.keys(document.components?.schemas ?? {});
  for (const [, name] of references) expect(names).toContain(name);
});
