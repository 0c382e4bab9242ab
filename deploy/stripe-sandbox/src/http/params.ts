import { z } from "zod";
import { invalid, type StripeError } from "./stripe-error.ts";

/** Parsed form fields: nested records of strings. A list is a record with index keys. */
export type FormFields = { [key: string]: string | FormFields };

const maxDepth = 8;
const forbidden = new Set(["__proto__", "constructor", "prototype"]);

/**
 * Reads a form-encoded body or query in Stripe's bracket syntax (`a[b][0]=c`, `a[]=c`).
 * @throws a Stripe error 400 for a repeated, contradictory, too deep or reserved name.
 */
export function parseForm(encoded: string): FormFields {
  const fields = Object.create(null) as FormFields;
  for (const [name, value] of new URLSearchParams(encoded)) put(fields, name, value);
  return fields;
}

function put(fields: FormFields, name: string, value: string) {
  const path = segments(name);
  let at = fields;
  for (const [depth, part] of path.entries()) {
    const key = part === "" ? String(Object.keys(at).length) : part;
    if (depth === path.length - 1) {
      if (at[key] !== undefined) throw badName(name);
      at[key] = value;
      return;
    }
    const next = (at[key] ??= Object.create(null) as FormFields);
    if (typeof next === "string") throw badName(name);
    at = next;
  }
}

function segments(name: string): string[] {
  const match = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name);
  if (!match?.[1]) throw badName(name);
  const rest = [...(match[2] ?? "").matchAll(/\[([^[\]]*)\]/g)].map((part) => part[1] ?? "");
  const path = [match[1], ...rest];
  if (path.length > maxDepth || path.some((part) => forbidden.has(part))) throw badName(name);
  return path;
}

function badName(name: string) {
  return invalid(`Invalid request: the parameter name ${name} is invalid.`, name);
}

const display = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

export function text(max = 5000) {
  return z.string().min(1).max(max);
}

export function integer(min = 0, max = Number.MAX_SAFE_INTEGER) {
  return z
    .string()
    .regex(/^-?\d{1,16}$/, "integer")
    .transform(Number)
    .pipe(z.number().min(min).max(max));
}

export const bool = z.enum(["true", "false"]).transform((value) => value === "true");

/** An absolute HTTP(S) URL. It may contain checkout placeholders in braces. */
export const url = text().refine((value) => /^https?:\/\/[^\s]+$/.test(value), {
  message: "Not a valid URL",
  params: { code: "url_invalid" },
});

/** An email address, checked as loosely as Stripe does. */
export const email = text(512).refine((value) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value), {
  message: "Invalid email address",
  params: { code: "email_invalid" },
});

/** A parameter that an empty string unsets. */
export function orUnset<T extends z.ZodType>(param: T) {
  return z.union([z.literal("").transform((): null => null), param]);
}

/**
 * Up to 50 key-value pairs. An empty value unsets its key; an empty string instead of pairs unsets
 * all keys.
 */
export const metadata = z.union([
  z.literal("").transform((): Record<string, string> | null => null),
  z
    .record(z.string().max(40), z.string().max(500))
    .refine((value) => Object.keys(value).length <= 50, { message: "Too many metadata keys" }),
]);

/** A list in bracket syntax, with indexes or empty brackets. */
export function listOf<T extends z.ZodType>(item: T, max = 100) {
  return z.preprocess(toArray, z.array(item).max(max));
}

/** An exact second or a range. */
export const timeRange = z.union([
  integer().transform((at) => ({ gte: at, lte: at })),
  z.strictObject({
    gt: integer().optional(),
    gte: integer().optional(),
    lt: integer().optional(),
    lte: integer().optional(),
  }),
]);

/**
 * Validates parameters. @throws the Stripe error of the first problem, unknown parameters first.
 */
export function parseParams<T extends z.ZodType>(schema: T, fields: FormFields): z.output<T> {
  const result = schema.safeParse(fields);
  if (result.success) return result.data;
  const unknown = result.error.issues.find((issue) => issue.code === "unrecognized_keys");
  const issue = unknown ?? result.error.issues[0];
  throw issue ? toStripeError(issue, fields) : invalid("Invalid request.");
}

type Metadata = Record<string, string>;

/** Metadata after an update. An empty value removes its key; null removes all keys. */
export function mergeMetadata(current: Metadata, update: Metadata | null | undefined): Metadata {
  if (update === undefined) return current;
  if (update === null) return {};
  return Object.fromEntries(
    Object.entries({ ...current, ...update }).filter(([, value]) => value !== ""),
  );
}

function toArray(value: unknown) {
  return typeof value === "object" && value !== null ? Object.values(value) : value;
}

function toStripeError(issue: z.core.$ZodIssue, fields: FormFields): StripeError {
  const param = bracketName(issue.path);
  const value = valueAt(fields, issue.path);
  const refuse = (message: string, code?: string) => invalid(message, param, code);
  if (issue.code === "unrecognized_keys") return unknownParams(issue);
  if (issue.code === "invalid_union") {
    const deepest = issue.errors.flat().toSorted((a, b) => b.path.length - a.path.length)[0];
    if (deepest)
      return toStripeError({ ...deepest, path: [...issue.path, ...deepest.path] }, fields);
  }
  if (value === undefined) return refuse(`Missing required param: ${param}.`, "parameter_missing");
  if (value === "") {
    const message = `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset. You should remove '${param}' from your request or supply a non-empty value.`;
    return refuse(message, "parameter_invalid_empty");
  }
  if (issue.code === "invalid_value")
    return refuse(`Invalid ${param}: must be one of ${issue.values.join(", ")}`);
  if (issue.code === "invalid_format" && issue.message === "integer")
    return refuse(`Invalid integer: ${display(value)}`, "parameter_invalid_integer");
  if (issue.code === "custom")
    return refuse(issue.message, issue.params?.["code"] as string | undefined);
  if (issue.code === "invalid_type") return refuse(`Invalid ${issue.expected}`);
  return refuse(`Invalid ${param}: ${issue.message}`);
}

function bracketName(path: readonly PropertyKey[]) {
  return path.map((part, depth) => (depth === 0 ? String(part) : `[${String(part)}]`)).join("");
}

function valueAt(fields: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(partOf, fields);
}

function unknownParams(issue: z.core.$ZodIssueUnrecognizedKeys): StripeError {
  const names = issue.keys.map((key) => bracketName([...issue.path, key]));
  const noun = names.length === 1 ? "parameter" : "parameters";
  return invalid(`Received unknown ${noun}: ${names.join(", ")}`, names[0], "parameter_unknown");
}

function partOf(value: unknown, part: PropertyKey): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  const byName = (value as Record<PropertyKey, unknown>)[part];
  return byName ?? (typeof part === "number" ? Object.values(value)[part] : undefined);
}
