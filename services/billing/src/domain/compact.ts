/** The same fields, none of them undefined. */
export type Compact<T> = { [Key in keyof T]: Exclude<T[Key], undefined> };

/** Drops undefined fields at every depth, so that equal states compare as equal and nothing undefined is stored. */
export function compact<T extends object>(value: T): Compact<T> {
  return withoutUndefined(value) as Compact<T>;
}

function withoutUndefined(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutUndefined);
  if (value === null || typeof value !== "object" || value instanceof Date) return value;
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  return Object.fromEntries(fields.map(([key, field]) => [key, withoutUndefined(field)]));
}
