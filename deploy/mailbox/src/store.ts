import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Mail } from "./mail.ts";

/** The newest mails; a kept mail is on disk. */
export type Mails = {
  keep: (mail: Mail) => void;
  /** Newest first, all or those to one address. */
  list: (to?: string) => Mail[];
  find: (id: string) => Mail | undefined;
  clear: () => void;
  close: () => void;
};

const schema = `
  PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;
  CREATE TABLE IF NOT EXISTS mails (seq INTEGER PRIMARY KEY, id TEXT UNIQUE NOT NULL, json TEXT NOT NULL);
`;

const parse = (row: Record<string, unknown>): Mail => JSON.parse(String(row["json"])) as Mail;

/** Opens the file of kept mails (made if missing); only the newest `limit` stay. */
export const openMails = (file: string, limit: number): Mails => {
  if (file !== ":memory:") mkdirSync(dirname(file), { recursive: true });
  const sql = new DatabaseSync(file);
  sql.exec(schema);
  const insert = sql.prepare("INSERT INTO mails (id, json) VALUES (?, ?)");
  const trim = sql.prepare("DELETE FROM mails WHERE seq <= (SELECT MAX(seq) FROM mails) - ?");
  const all = sql.prepare("SELECT json FROM mails ORDER BY seq DESC");
  const one = sql.prepare("SELECT json FROM mails WHERE id = ?");
  return {
    keep: (mail) => {
      insert.run(mail.id, JSON.stringify(mail));
      trim.run(limit);
    },
    list: (to) => {
      const mails = all.all().map(parse);
      return to === undefined ? mails : mails.filter((mail) => mail.to.includes(to.toLowerCase()));
    },
    find: (id) => {
      const row = one.get(id);
      return row && parse(row);
    },
    clear: () => sql.exec("DELETE FROM mails"),
    close: () => sql.close(),
  };
};
