import * as fc from "fast-check";

/** The part of JSON Schema that the API description uses. */
export type JsonSchema = {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  minItems?: number;
  maxItems?: number;
  pattern?: string;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  additionalProperties?: boolean | JsonSchema;
};

const longest = 40;

const text = ({ format, pattern, minLength = 0, maxLength = longest }: JsonSchema) => {
  if (format === "date-time")
    return fc.date({ noInvalidDate: true, min: new Date(0) }).map((date) => date.toISOString());
  if (format === "email") return fc.emailAddress();
  if (pattern) return fc.stringMatching(new RegExp(pattern));
  return fc.string({ minLength, maxLength: Math.max(minLength, Math.min(maxLength, longest)) });
};

const object = ({ properties = {}, required = [] }: JsonSchema) =>
  fc.record(
    Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, arbitraryOf(one)])),
    { requiredKeys: required },
  );

/** Values that a JSON schema allows; any JSON for an empty schema. */
export const arbitraryOf = (schema: JsonSchema): fc.Arbitrary<unknown> => {
  if ("const" in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(arbitraryOf));
  const { minimum = -1_000_000, maximum = 1_000_000 } = schema;
  switch (schema.type) {
    case "string":
      return text(schema);
    case "integer":
      return fc.integer({ min: Math.ceil(minimum), max: Math.floor(maximum) });
    case "number":
      return fc.double({ min: minimum, max: maximum, noNaN: true });
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array":
      return fc.array(arbitraryOf(schema.items ?? {}), {
        minLength: schema.minItems ?? 0,
        maxLength: schema.maxItems ?? 3,
      });
    case "object":
      return object(schema);
    case undefined:
    default:
      return fc.jsonValue();
  }
};

/** The value with one fault: a field of another type, an extra field, or another value. */
export const spoiled = (valid: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.tuple(valid, fc.jsonValue(), fc.nat()).map(([value, junk, at]) => {
    if (typeof value !== "object" || value === null) return junk;
    const names = Object.keys(value);
    const name = names[at % (names.length + 1)] ?? "surplus";
    return { ...value, [name]: junk };
  });
