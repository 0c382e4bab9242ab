import { readFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { join } from "node:path";

/** Prints the gzipped script bytes each page needs on a first visit; fails when one is over the limit. */
const limitKb = 180;
const dist = process.argv[2] ?? join(import.meta.dirname, "../dist");

type Chunk = { file: string; isEntry?: boolean; imports?: string[]; dynamicImports?: string[] };
const manifest: Record<string, Chunk> = JSON.parse(
  await readFile(join(dist, ".vite/manifest.json"), "utf8"),
);

const withImports = (name: string, seen = new Set<string>()): Set<string> => {
  if (seen.has(name)) return seen;
  seen.add(name);
  for (const next of manifest[name]?.imports ?? []) withImports(next, seen);
  return seen;
};

const gzipKb = async (names: Set<string>) => {
  let bytes = 0;
  for (const name of names) {
    const file = manifest[name]?.file;
    if (file?.endsWith(".js")) bytes += gzipSync(await readFile(join(dist, file))).length;
  }
  return bytes / 1000;
};

const entry = Object.keys(manifest).find((name) => manifest[name]?.isEntry);
if (entry === undefined) throw new Error("The manifest names no entry; build the app first.");
// The entry brings its parts one after the other; what those bring later are the routes.
const start = new Set<string>();
for (const part of [entry, ...(manifest[entry]?.dynamicImports ?? [])]) withImports(part, start);
const lazy = [...start].flatMap((name) => manifest[name]?.dynamicImports ?? []);
const routes = [...new Set(lazy)].filter((name) => name.includes("app/routes/"));
if (routes.length === 0) throw new Error("The entry leads to no route.");

let worst = 0;
for (const route of routes.toSorted()) {
  const size = await gzipKb(withImports(route, new Set(start)));
  worst = Math.max(worst, size);
  console.log(`${size.toFixed(1).padStart(7)} kB  ${route}`);
}
console.log(`largest first route ${worst.toFixed(1)} kB gzip, limit ${limitKb} kB`);
if (worst > limitKb) process.exit(1);
