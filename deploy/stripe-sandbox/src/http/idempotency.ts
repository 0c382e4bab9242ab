import { createHash } from "node:crypto";
import type { Database } from "../state/database.ts";
import type { FormFields } from "./params.ts";
import { refusal } from "./stripe-error.ts";

/** The stored response of an idempotency key, with the id of its request. */
export type Saved = { status: number; body: string; request: string };

const keptMs = 24 * 3_600_000;
const maxKey = 255;

/** Hash of method, path and parameters. The order of the parameters does not matter. */
export function fingerprintOf(method: string, path: string, fields: FormFields): string {
  return createHash("sha256")
    .update(`${method} ${path} ${canonical(fields)}`)
    .digest("hex");
}

/** Responses by idempotency key, kept for 24 hours of real time. */
export function createIdempotency({ sql }: Database, wallMs: () => number) {
  const select = sql.prepare("SELECT * FROM responses WHERE key = ? AND created_ms > ?");
  const upsert = sql.prepare("INSERT OR REPLACE INTO responses VALUES (?, ?, ?, ?, ?, ?)");
  const prune = sql.prepare("DELETE FROM responses WHERE created_ms <= ?");
  return {
    /** The stored response, if any. @throws idempotency_error if another request used the key. */
    find: (key: string, fingerprint: string): Saved | undefined => {
      if (key.length > maxKey) throw refusal("idempotency_key_too_long", { max: maxKey });
      const row = select.get(key, wallMs() - keptMs);
      if (!row) return undefined;
      if (row["fingerprint"] !== fingerprint) throw refusal("idempotency_mismatch", { key });
      const { body, request } = row;
      return { status: Number(row["status"]), body: String(body), request: String(request) };
    },
    save: (key: string, fingerprint: string, { status, body, request }: Saved) => {
      prune.run(wallMs() - keptMs);
      upsert.run(key, fingerprint, status, body, request, wallMs());
    },
  };
}
export type Idempotency = ReturnType<typeof createIdempotency>;

function canonical(value: string | FormFields): string {
  return typeof value === "string"
    ? JSON.stringify(value)
    : `{${Object.keys(value)
        .toSorted()
        .map((key) => `${JSON.stringify(key)}:${canonical(value[key] ?? "")}`)
        .join(",")}}`;
}
