import { stripeDescription } from "@orbline/stripe-sandbox/testing/stripe-mock";
import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import { Stripe } from "stripe";
import { afterAll, expect } from "vitest";

type Description = { paths: Record<string, Record<string, object>>; components: object };
type Body = { [key: string]: unknown };
type LazyCheck = { (...of: Parameters<ValidateFunction>): boolean; errors?: ErrorObject[] };
type Schema = { properties?: Record<string, Schema>; anyOf?: Schema[]; items?: Schema };

/**
 * Stripe's description as JSON Schema, which has no `nullable`. Undefined if it cannot be fetched. Its references become
 * `lazyRef`, because a schema refers to almost all others, whose code Ajv would make before the first body.
 */
const description = (await stripeDescription((_key, value) => {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value as unknown;
  const { nullable, $ref, ...rest } = value as Body;
  const schema = typeof $ref === "string" ? { ...rest, lazyRef: $ref } : (value as Body);
  if (nullable !== true) return schema;
  return { anyOf: [{ type: "null" }, { ...schema, nullable: undefined }] };
})) as Description | undefined;

const ajv = new Ajv({
  strict: false,
  validateSchema: false,
  validateFormats: false,
  inlineRefs: false,
});
ajv.addKeyword({
  keyword: "lazyRef",
  compile: (reference: string) => {
    const validate: LazyCheck = (data, context) => {
      const referred = ajv.getSchema(`stripe${reference}`) as ValidateFunction;
      const isValid = referred(data, context);
      validate.errors = referred.errors ?? [];
      return isValid;
    };
    return validate;
  },
});
if (description) ajv.addSchema(description, "stripe");

const templates = Object.keys(description?.paths ?? {}).map((path) => {
  const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+").replaceAll(".", "\\.")}$`);
  return { path, pattern };
});

const found = new Set<string>();
let checkedFile: string | undefined;

/** Fails the test file if a response body differs from Stripe's description. Call it once at the top of the file. */
export function checkBodies(): void {
  checkedFile = expect.getState().testPath;
  found.clear();
  afterAll(() => {
    expect([...found]).toEqual([]);
  });
}

/** The fields of a kind of object that Stripe replaces with objects when a caller expands them. */
export function expandableFields(kind: string): string[] {
  const schemas = (description?.components as { schemas?: Record<string, Schema> })?.schemas;
  const { properties = {} } = schemas?.[kind] ?? {};
  const isExpandable = ({ anyOf = [], items, ...schema }: Schema): boolean =>
    "x-expansionResources" in schema || [...anyOf, ...(items ? [items] : [])].some(isExpandable);
  return Object.keys(properties).filter((name) => isExpandable(properties[name] ?? {}));
}

/** The client's connection. It compares each answer with Stripe's description. @throws without `checkBodies` */
export function checkedConnection(): Stripe.HttpClient {
  if (expect.getState().testPath !== checkedFile)
    throw new Error("call checkBodies() at the top of this test file");
  const connection = Stripe.createNodeHttpClient();
  const makeRequest = connection.makeRequest.bind(connection);
  connection.makeRequest = async (...request) => {
    const response = await makeRequest(...request);
    const [, , path, method] = request;
    const toJSON = response.toJSON.bind(response);
    response.toJSON = async () => {
      const body = (await toJSON()) as Body;
      checkAnswer(method, path, response.getStatusCode(), body);
      return body;
    };
    return response;
  };
  return connection;
}

/** Compares an answer of the API with Stripe's description. */
export function checkAnswer(method: string, path: string, status: number, body: Body): void {
  if (!description) return;
  if (status !== 200) return check("components/schemas/error", body, `error ${status}`);
  const template = templates.find(({ pattern }) => pattern.test(path.split("?")[0] ?? ""))?.path;
  if (template === undefined) return void found.add(`${method} ${path} is not in the description`);
  const pointer = encodeURIComponent(template.replaceAll("/", "~1"));
  const operation = `paths/${pointer}/${method.toLowerCase()}`;
  const schema = `${operation}/responses/200/content/application~1json/schema`;
  check(schema, body, `${method} ${template}`);
  for (const event of eventsIn(body)) checkEvent(event);
}

/** Compares an event with Stripe's description. */
export function checkEvent(event: Body): void {
  if (!description) return;
  const type = String(event["type"]);
  const { object = {}, previous_attributes: previous } = event["data"] as { [key: string]: Body };
  const kind = String(object["object"]);
  check("components/schemas/event", event, type);
  check(`components/schemas/${kind}`, object, `${type} ${kind}`);
  if (type.endsWith(".updated") !== (previous !== undefined))
    found.add(`${type}: previous_attributes`);
}

function eventsIn(body: Body): Body[] {
  const items = Array.isArray(body["data"]) ? (body["data"] as Body[]) : [body];
  return items.filter(({ object }) => object === "event");
}

function check(schema: string, body: Body, where: string): void {
  const validate = ajv.getSchema(`stripe#/${schema}`) as ValidateFunction | undefined;
  if (!validate) return void found.add(`${where}: the description has no ${schema}`);
  validate(body);
  for (const { instancePath, message } of validate.errors ?? [])
    found.add(`${where}: ${instancePath} ${message}`);
}
