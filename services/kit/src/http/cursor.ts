import { z } from "zod";
import { AppError } from "../errors.ts";

/** Position of a row in a list ordered by time. It is one string field, so that one index serves the list's pages. */
export function orderKey(at: Date, id: string): string {
  return `${String(at.getTime()).padStart(15, "0")}:${id}`;
}

/** An opaque cursor for a position in a list: any JSON value. */
export function encodeCursor(place: unknown): string {
  return Buffer.from(JSON.stringify(place)).toString("base64url");
}

/**
 * Reads a cursor; undefined for none. `schema` describes the position, by default a non-empty string.
 * @throws invalid for a cursor that `encodeCursor` did not create for this kind of list
 */
export function decodeCursor<Schema extends z.ZodType = z.ZodString>(
  cursor: string | undefined,
  schema?: Schema,
): z.output<Schema> | undefined {
  if (!cursor) return undefined;
  try {
    const place: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
    return (schema ?? z.string().min(1)).parse(place) as z.output<Schema>;
  } catch (cause) {
    const message = "This is not a cursor of this list.";
    throw new AppError("invalid", "cursor.invalid", message, { cause });
  }
}

/** The first `limit` rows of a query for `limit + 1`, and the cursor of the next page if there are more. */
export function toPage<Row>(
  rows: readonly Row[],
  limit: number,
  placeOf: (row: Row) => unknown,
): { rows: Row[]; nextCursor: string | undefined } {
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return { rows: page, nextCursor: last && encodeCursor(placeOf(last)) };
}
