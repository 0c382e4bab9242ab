import { mkdtemp, readFile, rm } from "node:fs/promises";
import { SourceMap } from "node:module";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { build } from "vite";

/** Prints the place in the source of a place in a built file, as browsers report it: /assets/home-1a2b3c4d.js:1:234. */
const [place = ""] = process.argv.slice(2);
const { file, line, column } =
  /^\/?(?<file>assets\/[\w.-]+\.js):(?<line>\d+):(?<column>\d+)$/.exec(place)?.groups ?? {};
if (file === undefined)
  throw new Error("usage: npm run source-of -w web -- /assets/NAME.js:LINE:COLUMN");

// A build gives the same files again, so no released folder needs source maps, which would publish the source.
const root = join(import.meta.dirname, "..");
const folder = await mkdtemp(join(tmpdir(), "orbline-source-maps-"));
try {
  await build({
    root,
    logLevel: "error",
    build: { outDir: relative(root, folder), emptyOutDir: true, sourcemap: "hidden" },
  });
  const json = await readFile(join(folder, `${file}.map`), "utf8").catch(() => undefined);
  if (json === undefined)
    throw new Error(`this commit does not build ${file}; check out the released one`);
  const map = new SourceMap(JSON.parse(json) as ConstructorParameters<typeof SourceMap>[0]);
  // The map counts from 0, browsers from 1.
  const found = map.findEntry(Number(line) - 1, Number(column) - 1);
  if (!("originalSource" in found)) throw new Error("the source map has no such place");
  const source = found.originalSource.replace(/^.*\/(?=(?:web|proto|node_modules)\/)/, "");
  console.log(`${source}:${found.originalLine + 1}:${found.originalColumn + 1}`);
} finally {
  await rm(folder, { recursive: true });
}
