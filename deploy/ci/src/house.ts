import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { readImportGraph } from "./import-graph.ts";

/**
 * `npm run house`: prints the measures of the code base. It is a report, not a gate.
 * Production code is what git tracks without tests, `testing/` and `test/` folders, generated code and data.
 */

const repoRoot = join(import.meta.dirname, "../../..");
const codeFile = /\.(?:ts|tsx|js|mjs|cjs|java|css|proto)$/;
const testFile = /\.test\.tsx?$|(?:^|\/)(?:test|tests|testing|fixtures)\//;
const otherFile = /\/gen\/|\.d\.ts$/;
const smallFileLines = 20;
const duplicateLines = 6;

/** The list under "Retired words" in docs/glossary.md: names must not use these words any more. */
function readDialect(): string[] {
  const glossary = readFileSync(join(repoRoot, "docs/glossary.md"), "utf8");
  const [, table = ""] = glossary.split("<!-- retired words -->");
  return [...table.matchAll(/`([A-Za-z-]+)`/g)].map(([, word = ""]) => word);
}

type SourceFile = { path: string; lines: string[]; isTest: boolean };

function readFiles(): SourceFile[] {
  const list = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], {
    cwd: repoRoot,
    encoding: "utf8",
  });
  return [...new Set(list.split("\n"))]
    .filter((path) => codeFile.test(path) && !otherFile.test(path))
    .flatMap((path) => {
      try {
        const text = readFileSync(join(repoRoot, path), "utf8");
        return [{ path, lines: text.replace(/\n$/, "").split("\n"), isTest: testFile.test(path) }];
      } catch {
        return [];
      }
    });
}

function packageOf(path: string): string {
  const [first = "", second = ""] = path.split("/");
  if (first === "services" || first === "deploy") return `${first}/${second}`;
  return path.includes("/") ? first : "root";
}

function groupBy<T>(items: T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

const countLines = (files: SourceFile[]) => files.reduce((sum, { lines }) => sum + lines.length, 0);

function printSizes(files: SourceFile[]): void {
  console.log("package                production   files       tests");
  const row = (name: string, all: SourceFile[]) => {
    const production = all.filter(({ isTest }) => !isTest);
    const tests = countLines(all.filter(({ isTest }) => isTest));
    console.log(
      `${name.padEnd(22)} ${String(countLines(production)).padStart(10)} ${String(production.length).padStart(7)} ${String(tests).padStart(11)}`,
    );
  };
  for (const [name, all] of [...groupBy(files, ({ path }) => packageOf(path))].toSorted(
    ([a], [b]) => a.localeCompare(b),
  ))
    row(name, all);
  row("sum", files);
}

function printFolders(production: SourceFile[]): void {
  const folders = [...groupBy(production, ({ path }) => dirname(path))]
    .map(([name, inside]) => ({ name, count: inside.length }))
    .toSorted((a, b) => b.count - a.count);
  console.log(
    `\nfolders above 15 files: ${folders.filter(({ count }) => count > 15).length}; largest:`,
  );
  for (const { name, count } of folders.slice(0, 8))
    console.log(`  ${String(count).padStart(3)} ${name}`);
}

/** Counts runs of equal lines; imports, blank lines, comments and lone brackets do not count. */
function printDuplicates(production: SourceFile[]): void {
  const seen = new Map<string, string>();
  const pairs = new Map<string, number>();
  for (const { path, lines } of production) {
    const code = lines
      .map((line) => line.trim())
      .filter((line) => line.length > 3 && !/^(?:import|export \{|\/\/|\/?\*)/.test(line));
    for (let start = 0; start + duplicateLines <= code.length; start += 1) {
      const run = code.slice(start, start + duplicateLines).join("\n");
      const other = seen.get(run);
      if (other === undefined) seen.set(run, path);
      else if (other !== path)
        pairs.set(`${other} ~ ${path}`, (pairs.get(`${other} ~ ${path}`) ?? 0) + 1);
    }
  }
  console.log(`\npairs of files that share ${duplicateLines} equal lines or more: ${pairs.size}`);
  for (const [pair, runs] of [...pairs].toSorted((a, b) => b[1] - a[1]).slice(0, 5))
    console.log(`  ${String(runs).padStart(3)} ${pair}`);
}

function wordsOf(name: string): string[] {
  return name.split(/(?=[A-Z])|[^A-Za-z]/).map((word) => word.toLowerCase());
}

/** Retired words in file names and in declared identifiers. */
function printDialect(files: SourceFile[]): void {
  const dialect = new Set(readDialect().map((word) => word.toLowerCase()));
  const declared = /\b(?:function|const|let|class|type|interface)\s+([A-Za-z_$][\w$]*)/g;
  const found = new Map<string, number>();
  const note = (name: string, place: string) => {
    const hits = [name.toLowerCase(), ...wordsOf(name)].filter((word) => dialect.has(word));
    if (hits[0] !== undefined) found.set(`${name} (${place})`, 1);
  };
  for (const { path, lines } of files) {
    note(basename(path).replace(/\..*$/, ""), path);
    for (const [, name = ""] of lines.join("\n").matchAll(declared)) note(name, path);
  }
  console.log(`\nnames with a retired word: ${found.size}`);
  for (const name of [...found.keys()].slice(0, 20)) console.log(`  ${name}`);
}

const files = readFiles();
const production = files.filter(({ isTest }) => !isTest);
printSizes(files);
printFolders(production);
const small = production.filter(({ lines }) => lines.length <= smallFileLines);
console.log(
  `\nfiles of ${smallFileLines} lines or fewer: ${small.length} (${countLines(small)} lines)`,
);
const { summary } = await readImportGraph(repoRoot);
const cycles = summary.violations.filter(({ rule }) => rule.name === "no-cycles");
console.log(`import cycles, types included: ${cycles.length}`);
printDuplicates(production);
printDialect(files);
