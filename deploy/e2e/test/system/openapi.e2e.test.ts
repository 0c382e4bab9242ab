import { isDeepStrictEqual } from "node:util";
import { errorBodySchema } from "@orbline/proto/http/errors";
import { eventually } from "@orbline/kit/testing/eventually";
import * as fc from "fast-check";
import { beforeAll, expect, inject, it } from "vitest";
import { routes } from "../../../../gateway/src/routes.ts";
import { arbitraryOf, type JsonSchema, spoiled } from "../../src/openapi/arbitrary.ts";
import { type Client, createClient } from "@orbline/demo/http-client";
import { logInNewAdmin, type Person, register } from "../../src/people.ts";

const product = inject("product");

type Parameter = { name: string; in: "path" | "query"; schema: JsonSchema };
type Described = {
  parameters?: Parameter[];
  requestBody?: { content: { "application/json": { schema: JsonSchema } } };
  responses: Record<string, object>;
};

/** A fixed seed makes failures reproducible. */
const sampling = { seed: 20_261_122, numRuns: 5 };

let paths: Record<string, Record<string, Described>>;
let admin: Client;
let bystander: Person;
beforeAll(async () => {
  const { body } = await createClient(product.url).get<{ paths: typeof paths }>(
    "/api/openapi.json",
  );
  paths = body.paths;
  admin = await logInNewAdmin(product);
  bystander = await register(product);
});

const recordOf = (parameters: Parameter[]) =>
  fc.record(Object.fromEntries(parameters.map(({ name, schema }) => [name, arbitraryOf(schema)])), {
    requiredKeys: [],
  });

/** Requests of one operation: half of them valid, half of them with a fault. */
const requestsOf = ({ parameters = [], requestBody }: Described) => {
  const query = recordOf(parameters.filter((parameter) => parameter.in === "query"));
  const body = requestBody && arbitraryOf(requestBody.content["application/json"].schema);
  const right = fc.record({ query, body: body ?? fc.constant(undefined) });
  const wrong = fc.record({
    query: spoiled(query),
    body: body ? spoiled(body) : fc.constant(undefined),
  });
  return [...fc.sample(right, sampling), ...fc.sample(wrong, sampling)];
};

const addressOf = (path: string, id: string, query: unknown) => {
  const filled = path.replaceAll(/\{\w+\}/g, id);
  const pairs = Object.entries(query ?? {})
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => {
      const text = typeof value === "string" ? value : JSON.stringify(value);
      return `${encodeURIComponent(name)}=${encodeURIComponent(text)}`;
    });
  return pairs.length > 0 ? `${filled}?${pairs.join("&")}` : filled;
};

// Other tests cover the requests that the provider signs.
const open = routes.filter(({ access }) => access !== "provider");

it.each(open)(
  "$method $path responds to generated requests as documented, never with a server error",
  async ({ method, path, access, response, status = 200 }) => {
    const described = paths[path]?.[method.toLowerCase()];
    expect(described).toBeDefined();
    if (!described) return;
    const isAdmin = access === "admin" || access === "dashboard";
    const person = isAdmin ? bystander : await register(product);
    const caller = isAdmin ? admin : person.client;
    for (const { query, body } of requestsOf(described)) {
      const address = addressOf(path, person.id, query);
      const answer = await eventually(async () => {
        const first = await caller.call(method, address, body === undefined ? {} : { body });
        // A busy product says so, and to come again.
        if (first.status === 503) throw new Error(`${method} ${address} remains unavailable`);
        return first;
      });
      const request = `${method} ${address} ${JSON.stringify(body)}`;
      const got = `${answer.status} ${answer.text.slice(0, 300)}`;
      const schema = answer.status === status ? response : errorBodySchema;
      const parsed: unknown = schema?.safeParse(answer.body).data;
      const faults = [
        ...(String(answer.status) in described.responses ? [] : ["an undocumented status"]),
        ...(answer.status < 500 ? [] : ["a server error"]),
        ...(isDeepStrictEqual(answer.body, parsed) ? [] : ["an undocumented body"]),
      ];
      expect({ request, got, faults }).toEqual({ request, got, faults: [] });
    }
  },
);
