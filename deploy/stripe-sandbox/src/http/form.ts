import { stripeError } from "./stripe-error.ts";

/** Parsed form fields: nested records of strings. A list is a record with index keys. */
export type FormFields = { [key: string]: string | FormFields };

const maxDepth = 8;
const forbidden = new Set(["__proto__", "constructor", "prototype"]);

const emptyFields = (): FormFields => Object.create(null) as FormFields;

/**
 * Reads a form-encoded body or query in Stripe's bracket syntax (`a[b][0]=c`, `a[]=c`).
 * @throws a Stripe error 400 for a repeated, contradictory, too deep or reserved name.
 */
export function parseForm(encoded: string): FormFields {
  const fields = emptyFields();
  for (const [name, value] of new URLSearchParams(encoded)) put(fields, name, value);
  return fields;
}

function put(fields: FormFields, name: string, value: string) {
  const path = segments(name);
  let at = fields;
  for (const [depth, part] of path.entries()) {
    const key = part === "" ? String(Object.keys(at).length) : part;
    if (depth === path.length - 1) {
      if (at[key] !== undefined) throw invalid(name);
      at[key] = value;
      return;
    }
    const next = (at[key] ??= emptyFields());
    if (typeof next === "string") throw invalid(name);
    at = next;
  }
}

function segments(name: string): string[] {
  const match = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name);
  if (!match?.[1]) throw invalid(name);
  const rest = [...(match[2] ?? "").matchAll(/\[([^[\]]*)\]/g)].map((part) => part[1] ?? "");
  const path = [match[1], ...rest];
  if (path.length > maxDepth || path.some((part) => forbidden.has(part))) throw invalid(name);
  return path;
}

function invalid(name: string) {
  return stripeError(400, `Invalid request: the parameter name ${name} is invalid.`, {
    param: name,
  });
}
