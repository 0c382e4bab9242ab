/** One page of a list, newest first; without a cursor it is the last. */
export type Page<Row> = { rows: Row[]; nextCursor?: string };

/** Where a page begins and how long it is; `cursor` is of the page before. @throws invalid for a wrong one */
export type PageRequest = { limit: number; cursor?: string };
