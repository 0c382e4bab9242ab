import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

// Prints the gzipped script bytes of each route on a first visit. Fails if one is over the limit.
const limitKb = 190;
const dist = process.argv[2] ?? join(import.meta.dirname, "../dist");

type Chunk = { file: string; isEntry?: boolean; imports?: string[] };
const manifest: Record<string, Chunk> = JSON.parse(
  await readFile(join(dist, ".vite/manifest.json"), "utf8"),
);

const entry = Object.keys(manifest).find((name) => manifest[name]?.isEntry);
if (entry === undefined) throw new Error("The manifest has no entry; build the app first.");
const start = "src/app/start.tsx";
const routes = Object.keys(manifest).filter((name) => name.startsWith("src/app/routes/"));
if (routes.length === 0) throw new Error("The manifest has no routes.");

let worst = 0;
for (const route of routes.toSorted()) {
  const size = await gzipKb(withImports(route, withImports(start, withImports(entry))));
  worst = Math.max(worst, size);
  console.log(`${size.toFixed(1).padStart(7)} kB  ${route}`);
}
console.log(`largest first route ${worst.toFixed(1)} kB gzip, limit ${limitKb} kB`);
if (worst > limitKb) process.exit(1);

function withImports(name: string, seen = new Set<string>()): Set<string> {
  if (seen.has(name)) return seen;
  seen.add(name);
  for (const next of manifest[name]?.imports ?? []) withImports(next, seen);
  return seen;
}

async function gzipKb(names: Set<string>) {
  const files = [...names]
    .map((name) => manifest[name]?.file)
    .filter((file) => file?.endsWith(".js"));
  const bodies = await Promise.all(files.map((file) => readFile(join(dist, file ?? ""))));
  return bodies.reduce((sum, body) => sum + gzipSync(body).length, 0) / 1000;
}
