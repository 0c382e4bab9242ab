import { mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";

const schema = readFileSync(new URL("schema.sql", import.meta.url), "utf8");

export type Database = ReturnType<typeof openDatabase>;

/**
 * Opens the SQLite file and creates it if it is missing. `:memory:` keeps nothing. Every commit is
 * on disk before `transaction` returns.
 */
export function openDatabase(file: string) {
  if (file !== ":memory:") mkdirSync(dirname(file), { recursive: true });
  const sql = new DatabaseSync(file);
  sql.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 2000");
  sql.exec(schema);
  addClockColumn(sql);
  const listeners: (() => void)[] = [];
  const commit = <T>(run: () => T): T => {
    sql.exec("BEGIN IMMEDIATE");
    try {
      const result = run();
      sql.exec("COMMIT");
      return result;
    } catch (error) {
      if (sql.isTransaction) sql.exec("ROLLBACK");
      throw error;
    }
  };
  return {
    sql,
    /** Runs all or nothing. A nested call joins the outer transaction. */
    transaction: <T>(run: () => T): T => {
      if (sql.isTransaction) return run();
      const result = commit(run);
      for (const listener of listeners) listener();
      return result;
    },
    afterCommit: (listener: () => void) => void listeners.push(listener),
    close: () => sql.close(),
  };
}

/** A data file from before test clocks had their own time has no such column. */
function addClockColumn(sql: DatabaseSync): void {
  const columns = sql.prepare("PRAGMA table_info(timers)").all();
  if (!columns.some(({ name }) => name === "clock"))
    sql.exec("ALTER TABLE timers ADD COLUMN clock TEXT NOT NULL DEFAULT ''");
}
