import { z } from "zod";
import type { FormFields } from "./form.ts";
import { type StripeError, stripeError } from "./stripe-error.ts";

/** A non-empty text of at most `max` characters. */
export const text = (max = 5000) => z.string().min(1).max(max);

/** A whole number between `min` and `max`, written in digits. */
export const integer = (min = 0, max = Number.MAX_SAFE_INTEGER) =>
  z
    .string()
    .regex(/^-?\d{1,16}$/, "integer")
    .transform(Number)
    .pipe(z.number().min(min).max(max));

/** `true` or `false`. */
export const bool = z.enum(["true", "false"]).transform((value) => value === "true");

/** An absolute http(s) URL; checkout placeholders in braces are allowed. */
export const url = text().refine((value) => /^https?:\/\/[^\s]+$/.test(value), {
  message: "Not a valid URL",
  params: { code: "url_invalid" },
});

/** An e-mail address, checked as loosely as Stripe does. */
export const email = text(512).refine((value) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value), {
  message: "Invalid email address",
  params: { code: "email_invalid" },
});

/** A parameter that an empty text unsets. */
export const orUnset = <T extends z.ZodType>(param: T) =>
  z.union([z.literal("").transform((): null => null), param]);

/** Metadata: up to 50 short texts by key; an empty text unsets a key, and all of them if alone. */
export const metadata = z.union([
  z.literal("").transform((): Record<string, string> | null => null),
  z
    .record(z.string().max(40), z.string().max(500))
    .refine((value) => Object.keys(value).length <= 50, { message: "Too many metadata keys" }),
]);

const toArray = (value: unknown) =>
  typeof value === "object" && value !== null ? Object.values(value) : value;

/** A list in bracket syntax, by index or by empty brackets. */
export const listOf = <T extends z.ZodType>(item: T, max = 100) =>
  z.preprocess(toArray, z.array(item).max(max));

/** A time filter: an exact second or a range. */
export const timeRange = z.union([
  integer().transform((at) => ({ gte: at, lte: at })),
  z.strictObject({
    gt: integer().optional(),
    gte: integer().optional(),
    lt: integer().optional(),
    lte: integer().optional(),
  }),
]);

const bracketName = (path: readonly PropertyKey[]) =>
  path.map((part, depth) => (depth === 0 ? String(part) : `[${String(part)}]`)).join("");

const partOf = (value: unknown, part: PropertyKey): unknown => {
  if (typeof value !== "object" || value === null) return undefined;
  const byName = (value as Record<PropertyKey, unknown>)[part];
  return byName ?? (typeof part === "number" ? Object.values(value)[part] : undefined);
};

const valueAt = (fields: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(partOf, fields);

const unknownParams = (issue: z.core.$ZodIssueUnrecognizedKeys): StripeError => {
  const names = issue.keys.map((key) => bracketName([...issue.path, key]));
  const noun = names.length === 1 ? "parameter" : "parameters";
  const [param] = names;
  return stripeError(400, `Received unknown ${noun}: ${names.join(", ")}`, {
    code: "parameter_unknown",
    ...(param === undefined ? {} : { param }),
  });
};

const shown = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

const toStripeError = (issue: z.core.$ZodIssue, fields: FormFields): StripeError => {
  const param = bracketName(issue.path);
  const value = valueAt(fields, issue.path);
  const refuse = (message: string, code?: string) =>
    stripeError(400, message, code === undefined ? { param } : { code, param });
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
    return refuse(`Invalid integer: ${shown(value)}`, "parameter_invalid_integer");
  if (issue.code === "custom")
    return refuse(issue.message, issue.params?.["code"] as string | undefined);
  if (issue.code === "invalid_type") return refuse(`Invalid ${issue.expected}`);
  return refuse(`Invalid ${param}: ${issue.message}`);
};

/** Checks parameters against a schema. @throws the Stripe error for the first thing wrong. */
export const parseParams = <T extends z.ZodType>(schema: T, fields: FormFields): z.output<T> => {
  const result = schema.safeParse(fields);
  if (result.success) return result.data;
  const unknown = result.error.issues.find((issue) => issue.code === "unrecognized_keys");
  const issue = unknown ?? result.error.issues[0];
  throw issue ? toStripeError(issue, fields) : stripeError(400, "Invalid request.");
};
