/**
 * Reads a list batch by batch in the order of its ids. Each call starts after the last id of the previous one, and
 * starts over after the end. Rows whose work keeps failing stay in the list without blocking later rows, and rows
 * that leave the list do not cause other rows to be skipped.
 */
export function readInBatches<Row>(idOf: (row: Row) => string) {
  let last: string | undefined;
  /** `read` returns the first `limit` rows whose id is greater than `after`, or the first of all. */
  return async (limit: number, read: (after?: string) => Promise<Row[]>): Promise<Row[]> => {
    let rows = await read(last);
    if (rows.length === 0 && last !== undefined) rows = await read();
    const end = rows.at(-1);
    last = end === undefined || rows.length < limit ? undefined : idOf(end);
    return rows;
  };
}
