import type { Database } from "./database.ts";

export type Settings = ReturnType<typeof createSettings>;

/** Named values that survive a restart: clock offset, webhook switches, counters. */
export function createSettings({ sql }: Database) {
  const select = sql.prepare("SELECT json FROM settings WHERE name = ?");
  const upsert = sql.prepare(
    "INSERT INTO settings (name, json) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET json = excluded.json",
  );
  const read = <T>(name: string, fallback: T): T => {
    const row = select.get(name);
    return row ? (JSON.parse(String(row["json"])) as T) : fallback;
  };
  const write = (name: string, value: unknown) => void upsert.run(name, JSON.stringify(value));
  return {
    read,
    write,
    /** Increments a counter and returns it, starting at 1. */
    next: (name: string) => {
      const value = read(name, 0) + 1;
      write(name, value);
      return value;
    },
  };
}
