import { AppError } from "@orbline/kit/errors";
import type { Page, PageRequest } from "../domain/page.ts";

const orderShape = /^\d{15}:[\w-]{1,80}$/;

/** Place of a document in a list by time; a string of one field, so that one index serves the page. */
export const orderOf = (at: Date, id: string): string =>
  `${String(at.getTime()).padStart(15, "0")}:${id}`;

/** The place after which a page begins. @throws invalid for a cursor that is none of ours */
export const readCursor = ({ cursor }: PageRequest): string | undefined => {
  if (!cursor) return undefined;
  const order = Buffer.from(cursor, "base64url").toString("utf8");
  if (orderShape.test(order)) return order;
  throw new AppError("invalid", "cursor.invalid", "This is not a cursor of this list.");
};

/** A page of rows that were read one longer than asked for. */
export const toPage = <Document extends { order: string }, Row>(
  documents: Document[],
  { limit }: PageRequest,
  toRow: (document: Document) => Row,
): Page<Row> => {
  const shown = documents.slice(0, limit);
  const last = shown.at(-1);
  return {
    rows: shown.map(toRow),
    ...(last &&
      documents.length > limit && { nextCursor: Buffer.from(last.order).toString("base64url") }),
  };
};
