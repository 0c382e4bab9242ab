import { expect, it } from "vitest";
import { endsInFileName } from "./static-files.ts";

it.each([
  ["/robots.txt", true],
  ["/assets/old-Ab12.js", true],
  ["/.env", true],
  ["/v1.2/page", false],
  ["/picks/nba", false],
  ["/a.b/", false],
])("knows whether %s ends in the name of a file: %j", (path, expected) => {
  expect(endsInFileName(path)).toBe(expected);
});

it("checks a long path of many dots at a tenth of the cost of a regular expression, or less", () => {
  const path = `/${".a".repeat(7_500)}/`;
  const quadratic = cpuOf(() => /\.[^/]*$/.test(path));
  expect(cpuOf(() => endsInFileName(path))).toBeLessThan(quadratic / 10);
});

/** Microseconds of CPU for ten calls. */
function cpuOf(check: () => boolean): number {
  const { user } = process.cpuUsage();
  for (let round = 0; round < 10; round += 1) expect(check()).toBe(false);
  return process.cpuUsage().user - user;
}
