/**
 * Reads a list batch by batch in the order of its ids, each call behind the last id of the one before and from the
 * beginning again after the end. Rows that stay in the list, because what is to be done for them keeps failing, hide
 * none behind them, and rows that leave it between two calls make none be passed over.
 */
export const readInRounds = <Row>(idOf: (row: Row) => string) => {
  let last: string | undefined;
  /** `read` gives the first `limit` rows whose id is greater than `after`, or the first of all. */
  return async (limit: number, read: (after?: string) => Promise<Row[]>): Promise<Row[]> => {
    let rows = await read(last);
    if (rows.length === 0 && last !== undefined) rows = await read();
    const end = rows.at(-1);
    last = end === undefined || rows.length < limit ? undefined : idOf(end);
    return rows;
  };
};
