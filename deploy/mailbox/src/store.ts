import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** A received mail; `to` contains every envelope recipient in lower case, so blind copies too. */
export type Mail = {
  id: string;
  receivedAt: string;
  from: string;
  to: string[];
  subject: string;
  text: string;
  html: string | null;
  /** The headers by which a mail program unsubscribes (RFC 8058). */
  listHeaders?: Record<string, string>;
};

export type Mails = ReturnType<typeof openMails>;

const schema = `
  PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;
  CREATE TABLE IF NOT EXISTS mails (seq INTEGER PRIMARY KEY, id TEXT UNIQUE NOT NULL, json TEXT NOT NULL);
`;

/** Opens or creates the database of mails, which keeps the newest `limit`. */
export function openMails(file: string, limit: number) {
  if (file !== ":memory:") mkdirSync(dirname(file), { recursive: true });
  const sql = new DatabaseSync(file);
  sql.exec(schema);
  const insert = sql.prepare("INSERT INTO mails (id, json) VALUES (?, ?)");
  const trim = sql.prepare("DELETE FROM mails WHERE seq <= (SELECT MAX(seq) FROM mails) - ?");
  const all = sql.prepare("SELECT json FROM mails ORDER BY seq DESC");
  const one = sql.prepare("SELECT json FROM mails WHERE id = ?");
  return {
    /** Returns after the mail is on disk. */
    keep: (mail: Mail): void => {
      insert.run(mail.id, JSON.stringify(mail));
      trim.run(limit);
    },
    /** All mails or those to one address, newest first. */
    list: (to?: string): Mail[] => {
      const mails = all.all().map(parseRow);
      return to === undefined ? mails : mails.filter((mail) => mail.to.includes(to.toLowerCase()));
    },
    find: (id: string): Mail | undefined => {
      const row = one.get(id);
      return row && parseRow(row);
    },
    clear: () => sql.exec("DELETE FROM mails"),
    close: () => sql.close(),
  };
}

const parseRow = (row: Record<string, unknown>) => JSON.parse(String(row["json"])) as Mail;
