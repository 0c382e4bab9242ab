import { AppError } from "@orbline/kit/errors";
import { isTable, type TableName } from "../domain/tables.ts";
import type { TablePage, Tables } from "./ports.ts";

/** One page of a table as its owner shows it. @throws not-found, unavailable */
export const listRows =
  ({ tables }: { tables: Tables }) =>
  async (query: {
    table: string;
    limit: number;
    after: string | undefined;
  }): Promise<TablePage & { table: TableName }> => {
    const { table } = query;
    if (!isTable(table))
      throw new AppError("not-found", "table.not-found", "There is no such table.");
    return { table, ...(await tables.page({ ...query, table })) };
  };
