import { AppError } from "@orbline/kit/errors";

type Json = Record<string, unknown>;

/** A service is given longer than a look-up: it may have to ask the payment provider. */
export const slowCall = { deadlineMs: 15_000 };

/** The JSON object in an answer. @throws internal when it is none */
export const readObject = (json: string): Json => {
  const value = JSON.parse(json) as unknown;
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Json;
  throw new AppError("internal", "internal", "an export is no JSON object");
};

/** Puts the lists of two pages together. */
const join = (all: Json, page: Json): Json => {
  const joined = { ...all };
  for (const [name, list] of Object.entries(page)) joined[name] = [joined[name] ?? [], list].flat();
  return joined;
};

/** Reads an export that comes in pages; the lists of all pages belong together. */
export const readPages = async (
  readPage: (cursor: string) => Promise<{ json: string; nextCursor: string }>,
): Promise<Json> => {
  let all: Json = {};
  let cursor = "";
  do {
    const page = await readPage(cursor);
    all = join(all, readObject(page.json));
    cursor = page.nextCursor;
  } while (cursor !== "");
  return all;
};
