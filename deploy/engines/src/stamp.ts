import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { repoRoot } from "./paths.ts";

/** Folders with built or installed files. */
const skipped = new Set(["node_modules", "dist", "target", "lib", "bin", ".data"]);

/** Hash of extra values and of the names and contents of files and folders, without built files. */
export function hashOf(paths: string[], ...values: string[]): string {
  const hash = createHash("sha256");
  for (const file of paths.filter((path) => existsSync(path)).flatMap(filesUnder))
    hash.update(relative(repoRoot, file)).update("\0").update(readFileSync(file)).update("\0");
  for (const value of values) hash.update(value).update("\0");
  return hash.digest("hex");
}

/** True if the stamp file contains this hash, so that the output of these inputs is up to date. */
export function isStamped(file: string, hash: string): boolean {
  return existsSync(file) && readFileSync(file, "utf8") === hash;
}

/** Stores the hash of the inputs of a finished build. */
export function stamp(file: string, hash: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, hash);
}

function filesUnder(path: string): string[] {
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => !skipped.has(entry.name))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => filesUnder(join(path, entry.name)));
}
