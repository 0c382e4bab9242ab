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

it("reads a long path of many dots in no time", () => {
  const path = `/${".a".repeat(7_500)}/`;
  const { user } = process.cpuUsage();
  for (let round = 0; round < 20; round += 1) expect(endsInFileName(path)).toBe(false);
  // A pattern that begins anew at each dot takes more than a second.
  expect(process.cpuUsage().user - user).toBeLessThan(200_000);
});
