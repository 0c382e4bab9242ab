import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync, mkdirSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { repoRoot } from "./paths.ts";

const skipped = new Set(["node_modules", "dist", "target", "lib", "bin", ".data"]);

const filesUnder = (path: string): string[] =>
  statSync(path).isFile()
    ? [path]
    : readdirSync(path, { withFileTypes: true })
        .filter((entry) => !skipped.has(entry.name))
        .toSorted((a, b) => (a.name < b.name ? -1 : 1))
        .flatMap((entry) => filesUnder(join(path, entry.name)));

/** Hash of the names and contents of files and folders (built ones left out) and of extra values. */
export const hashOf = (paths: string[], ...values: string[]): string => {
  const hash = createHash("sha256");
  for (const file of paths.filter((path) => existsSync(path)).flatMap(filesUnder)) {
    hash.update(relative(repoRoot, file)).update("\0").update(readFileSync(file)).update("\0");
  }
  for (const value of values) hash.update(value).update("\0");
  return hash.digest("hex");
};

/** True if the stamp file holds this hash: what was made from these inputs is still good. */
export const isStamped = (file: string, hash: string): boolean =>
  existsSync(file) && readFileSync(file, "utf8") === hash;

/** Remembers the inputs of what was just made. */
export function stamp(file: string, hash: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, hash);
}
