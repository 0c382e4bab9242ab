import { randomInt } from "node:crypto";
import templates from "./templates.json" with { type: "json" };
import type { Kind, Shapes } from "./types.ts";

type Templates = typeof templates;

/** The fields of a new object: all that its template lacks, and optional overrides. */
export type Fields<K extends keyof Shapes> = {
  [P in keyof Shapes[K]]?: Shapes[K][P] | undefined;
} & Omit<Shapes[K], K extends keyof Templates ? keyof Templates[K] : never>;

/** The API version of the templates. */
export const apiVersion = templates.event.api_version;

type Source = { clock: { now: () => number }; publicUrl: () => string };

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/**
 * A new object: its template in `templates.json` with `fields` on top. A template may contain
 * `{id}`, `{now}`, `{origin}` and names of fields and `variables` in braces; a run of x becomes
 * random characters. A name without a value is null. An undefined field keeps the value of the template.
 */
export function build<K extends keyof Shapes>(
  { clock, publicUrl }: Source,
  kind: K,
  fields: Fields<K>,
  variables: Record<string, unknown> = {},
): Shapes[K] {
  const template: { id?: string } = (templates as Record<string, object>)[kind] ?? {};
  const id = randomized(template.id ?? "");
  const known = { id, now: clock.now(), origin: publicUrl(), ...fields, ...variables };
  const value = (name: string) => (known as Record<string, unknown>)[name];
  const text = randomized(JSON.stringify({ ...template, ...(id && { id }) })).replaceAll(
    /"\{(\w+)\}"|\{(\w+)\}/g,
    (_, whole?: string, part = "") =>
      whole === undefined ? String(value(part)) : JSON.stringify(value(whole) ?? null),
  );
  return { ...JSON.parse(text), ...JSON.parse(JSON.stringify(fields)) } as Shapes[K];
}

/** A random object id in Stripe's style, for example `sub_1Qx…`. */
export function newId(prefix: string, length = 24): string {
  return randomized(`${prefix}_${"x".repeat(length)}`);
}

const kinds = new Map(
  Object.entries(templates as Record<string, { id?: string }>).flatMap(([kind, { id }]) =>
    id === undefined ? [] : [[prefixOf(id), kind as Kind] as const],
  ),
);

/** The kind of object that the prefix of an id names. */
export function kindOf(id: string): Kind | undefined {
  return kinds.get(prefixOf(id));
}

function prefixOf(id: string): string {
  return id.slice(0, id.indexOf("_"));
}

function randomized(text: string): string {
  return text.replaceAll(/x{8,}/gi, (run) => {
    const random = Array.from(run, () => alphabet[randomInt(alphabet.length)]).join("");
    return run.startsWith("X") ? random.toUpperCase() : random;
  });
}
