import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { faultOfTest, titlesOf } from "./named-tests.ts";

const repoRoot = join(import.meta.dirname, "../../..");
const read = (path: string) => readFileSync(join(repoRoot, path), "utf8");

/** The number of statements in each section of the specification. */
const statementsPerSection = [11, 89, 24, 28, 22, 7, 34, 34, 27];

const page = read("docs/specification.md");
const rows = page.split(/^## (?=\d)/m).flatMap((section) => {
  const number = Number.parseInt(section, 10);
  return [...section.matchAll(/^\| (.+?) +\| (.*?) +\|$/gm)]
    .map(([, statement = "", holders = ""]) => ({ section: number, statement, holders }))
    .filter(({ statement }) => statement !== "Statement" && !/^-+$/.test(statement));
});
const decisions = [...page.matchAll(/^(\d+)\. /gm)].map(([, number]) => Number(number));

/** What is wrong with a holder of a statement; undefined if nothing is. */
function faultOf(holder: string): string | undefined {
  const decision = /^Decision (\d+)$/.exec(holder)?.[1];
  if (decision !== undefined)
    return decisions.includes(Number(decision)) ? undefined : `${holder} does not exist`;
  return faultOfTest(holder);
}

it("lists every statement of each section once", () => {
  const counts = statementsPerSection.map(
    (_, index) => rows.filter(({ section }) => section === index + 1).length,
  );
  expect(counts).toEqual(statementsPerSection);
  const keys = rows.map(({ section, statement }) => `${section} ${statement}`);
  expect(new Set(keys).size).toBe(keys.length);
});

it("names an existing test or decision for each statement", () => {
  const faults = rows.flatMap(({ section, statement, holders }) =>
    holders
      .split(/; (?=`|Decision )/)
      .map(faultOf)
      .filter((fault) => fault !== undefined)
      .map((fault) => `${section}. ${statement}: ${fault}`),
  );
  expect(faults).toEqual([]);
});

it("names each decision at a statement", () => {
  const named = new Set(rows.flatMap(({ holders }) => holders.match(/\bDecision \d+\b/g) ?? []));
  expect(decisions.filter((number) => !named.has(`Decision ${number}`))).toEqual([]);
});

it("finds titles of tests, of tables and of screens, and nothing else", () => {
  expect(titlesOf("web/src/app/app.test.tsx")).toContain(
    "opens the diagnostic responses in a new tab, from links that are folded away",
  );
  expect(titlesOf("web/src/app/routes/diagnostics.test.tsx")).toContain(
    "hides %s from everyone except admins",
  );
  expect(titlesOf("web/src/testing/spec-pages.ts")).toContain("gate with an email");
  expect(faultOf("`app.test.tsx` › Did you forget to add the page")).toMatch(/has no test/);
  expect(faultOf("`no-such.test.ts` › x")).toBe("0 files are named no-such.test.ts");
  expect(faultOf("Decision 999")).toBe("Decision 999 does not exist");
  expect(faultOf("")).toMatch(/is no test and no decision/);
});
