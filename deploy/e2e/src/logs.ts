import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** What a log must never contain: its kind, and a pattern. */
const patterns: Record<string, RegExp> = {
  // Neither the decimals of a number, such as 2.4000000000000004, nor the beginning of a UUID.
  "card number":
    /(?<!\d\.)\b(?:4242|4000|5555)[ -]?\d{4}[ -]?\d{4}[ -]?\d{4}\b(?!-[\da-f]{4}-[\da-f]{12}\b)/,
  "email address": /[\w.+-]+@[\w-]+(?:\.[\w-]+)*\.(?:com|org|net|test|example)\b/i,
  cookie: /\b(?:__Host-)?(?:sid|checkout)=[\w-]{20,}/,
  "emailed link": /[?&]token=[\w-]{20,}/,
  "authenticator secret": /otpauth:\/\//,
  "bearer token": /\bBearer [\w.-]{10,}/i,
};

/** Secrets of an installation that are not secret: public keys. */
const isPublic = (name: string) => name.endsWith("PUBLIC_KEY");

/**
 * Lines of logs that contain personal data or one of these secrets, as kind, file and number. The line itself is left
 * out, because reports are kept longer than logs.
 */
export function findCanaries(
  logs: Record<string, string>,
  secrets: Record<string, string>,
): string[] {
  const values = Object.entries(secrets).filter(
    ([name, value]) => !isPublic(name) && value.length >= 8,
  );
  return Object.entries(logs).flatMap(([file, text]) =>
    text.split("\n").flatMap((line, index) => {
      const kinds = [
        ...Object.entries(patterns).filter(([, pattern]) => pattern.test(line)),
        ...values.filter(([, value]) => line.includes(value)),
      ].map(([kind]) => kind);
      return kinds.map((kind) => `${kind} in ${file}:${index + 1}`);
    }),
  );
}

/** Messages of a service that could not do its work because something it needs was not there. */
const outage =
  /"(?:request not served|redis connection failed|database connection lost|database error)"/;

/** Lines of logs that tell of an outage, with their file; at most the first 50. */
export const findOutages = (logs: Record<string, string>): string[] =>
  Object.entries(logs)
    .flatMap(([file, text]) =>
      text.split("\n").flatMap((line) => (outage.test(line) ? `${file}: ${line}` : [])),
    )
    .slice(0, 50);

/** The logs of a product by file name. */
export function readLogs(dataDir: string): Record<string, string> {
  const folder = join(dataDir, "logs");
  const files = readdirSync(folder).filter((name) => name.endsWith(".log"));
  return Object.fromEntries(files.map((name) => [name, readFileSync(join(folder, name), "utf8")]));
}
