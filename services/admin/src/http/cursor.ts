import { AppError } from "@orbline/kit/errors";

const unknownCursor = () =>
  new AppError("invalid", "cursor.invalid", "The cursor is not one that we gave out.");

/** A place in a list as text for a query string. */
export const toCursor = (place: string | undefined): string | null =>
  place === undefined ? null : Buffer.from(place).toString("base64url");

/** The place that a cursor stands for. @throws invalid for a text that `toCursor` does not make */
export const fromCursor = (cursor: string | undefined): string | undefined => {
  if (cursor === undefined) return undefined;
  const place = Buffer.from(cursor, "base64url").toString("utf8");
  if (place === "" || toCursor(place) !== cursor) throw unknownCursor();
  return place;
};

/** A place that is a number. @throws invalid for any other */
export const numberOf = (place: string): number => {
  if (!/^[1-9]\d{0,15}$/.test(place)) throw unknownCursor();
  return Number(place);
};
