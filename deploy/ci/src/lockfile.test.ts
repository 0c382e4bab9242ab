import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { lockfileFaults, type Lockfile, readAdvisories } from "./lockfile.ts";

const repoRoot = join(import.meta.dirname, "../../..");
const read = (name: string) => readFileSync(join(repoRoot, name), "utf8");
const npmrc = "ignore-scripts=true\nsave-exact=true\n";

it("finds no fault in this repository's lockfile", () => {
  const lockfile = JSON.parse(read("package-lock.json")) as Lockfile;
  expect(Object.keys(lockfile.packages).length).toBeGreaterThan(500);
  expect(lockfileFaults(lockfile, read(".npmrc"))).toEqual([]);
});

it("names packages without a strong hash or with a download address, and missing settings", () => {
  const packages = {
    "": {},
    gateway: { version: "0.1.0" },
    "node_modules/@orbline/gateway": { link: true },
    "node_modules/good": { integrity: "sha512-abc" },
    "node_modules/weak": { integrity: "sha1-abc" },
    "node_modules/tarball": { integrity: "sha512-abc", resolved: "https://example.com/x.tgz" },
  };
  expect(lockfileFaults({ packages }, "save-exact=true")).toEqual([
    "node_modules/weak: no sha512 integrity",
    "node_modules/tarball: has a download address",
    ".npmrc: ignore-scripts=true is missing",
  ]);
  expect(lockfileFaults({ packages: {} }, npmrc)).toEqual([]);
});

it("counts advisories, names severe ones, and tells when the registry did not answer", () => {
  const vulnerabilities = {
    one: { severity: "critical", range: "<1.2.3" },
    two: { severity: "low", range: "*" },
  };
  expect(readAdvisories(JSON.stringify({ vulnerabilities }))).toEqual({
    total: 2,
    severe: ["one <1.2.3: critical"],
  });
  for (const output of ["", "not JSON", '{"message":"405 Method Not Allowed"}'])
    expect(readAdvisories(output)).toBeUndefined();
});
