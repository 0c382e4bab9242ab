import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

const repoRoot = join(import.meta.dirname, "../../..");
const read = (path: string) => readFileSync(join(repoRoot, path), "utf8");

const files = ["proto", "gateway", "services", "deploy", "web"].flatMap((folder) =>
  globSync([`${folder}/**/*.test.{ts,tsx}`, `${folder}/src/testing/*.ts`], {
    cwd: repoRoot,
    exclude: (path) => /(?:^|\/)(?:node_modules|dist)$/.test(path),
  }),
);

/** The titles of a file: literals after `it(`, `describe(` and the cases of `each`, and names of screens. */
export function titlesOf(path: string): string[] {
  const literal = String.raw`("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|` + "`(?:\\\\.|[^`\\\\])*`)";
  const before = path.endsWith(".test.ts") || path.endsWith(".test.tsx");
  const start = before ? String.raw`(?:\b(?:it|describe)|\))\(\s*` : String.raw`\bname: `;
  return [...read(path).matchAll(new RegExp(start + literal, "g"))].map(([, title = ""]) =>
    title.slice(1, -1).replaceAll(/\\(.)/g, "$1"),
  );
}

/**
 * What is wrong with a test that a document names as `file` › part of its title, where the file is the end of a path;
 * undefined if the test exists.
 */
export function faultOfTest(named: string): string | undefined {
  const [, name, title] = /^`(.+?)` › (.+)$/.exec(named) ?? [];
  if (name === undefined || title === undefined) return `"${named}" is no test and no decision`;
  const found = files.filter((path) => path === name || path.endsWith(`/${name}`));
  if (found.length !== 1) return `${found.length} files are named ${name}`;
  const isThere = found.flatMap(titlesOf).some((text) => text.includes(title));
  return isThere ? undefined : `${name} has no test "${title}"`;
}
