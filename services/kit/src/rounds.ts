/**
 * Reads a list batch by batch, each call behind the one before and from the beginning again after the end: rows that
 * stay in the list, because what is to be done for them keeps failing, do not hide those behind them.
 */
export const readInRounds = () => {
  let next = 0;
  return async <Row>(limit: number, read: (skip: number) => Promise<Row[]>): Promise<Row[]> => {
    let skip = next;
    let rows = await read(skip);
    if (rows.length === 0 && skip > 0) {
      skip = 0;
      rows = await read(skip);
    }
    next = rows.length < limit ? 0 : skip + limit;
    return rows;
  };
};
