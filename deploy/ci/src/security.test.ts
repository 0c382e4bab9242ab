import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { faultOfTest } from "./named-tests.ts";

const page = readFileSync(join(import.meta.dirname, "../../../docs/security.md"), "utf8");
const rows = [...page.matchAll(/^\| (?!promise|finding|rule|-)(.+?) +\| (`.+?) +\|$/gm)].map(
  ([, promise = "", tests = ""]) => ({ promise, tests: tests.split(/; (?=`)/) }),
);

it("names an existing test for each promise of the security page", () => {
  expect(rows.length).toBeGreaterThan(140);
  const faults = rows.flatMap(({ promise, tests }) =>
    tests.flatMap((named) => {
      const fault = faultOfTest(named);
      return fault ? [`${promise}: ${fault}`] : [];
    }),
  );
  expect(faults).toEqual([]);
});

it("lists every promise of the security page once", () => {
  const promises = rows.map(({ promise }) => promise);
  expect(new Set(promises).size).toBe(promises.length);
});
