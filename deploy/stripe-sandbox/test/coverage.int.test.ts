import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { coverageRows, readCoverage } from "../package/coverage.ts";

const coverage = await readCoverage();

it.skipIf(!coverage)("serves only calls that Stripe has", () => {
  expect(coverage?.unknown).toEqual([]);
});

it.skipIf(!coverage)("says in the README how many of Stripe's calls it serves", () => {
  const readme = readFileSync(join(import.meta.dirname, "../README.md"), "utf8");
  const lines = readme.split("\n").map((line) => line.replaceAll(/ +/g, " "));
  for (const row of coverage ? coverageRows(coverage) : []) expect(lines).toContain(row);
});
