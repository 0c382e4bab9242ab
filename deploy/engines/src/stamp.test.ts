import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { hashOf, isStamped, stamp } from "./stamp.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "orbline-stamp-"));
  mkdirSync(join(folder, "src"));
  writeFileSync(join(folder, "src/a.ts"), "one");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("the hash of sources", () => {
  it("changes with a file's content, its name, the number of files and each value", () => {
    const hashes = [hashOf([folder]), hashOf([folder], "java 17")];
    writeFileSync(join(folder, "src/a.ts"), "two");
    hashes.push(hashOf([folder]));
    renameSync(join(folder, "src/a.ts"), join(folder, "src/b.ts"));
    hashes.push(hashOf([folder]));
    writeFileSync(join(folder, "src/c.ts"), "");
    hashes.push(hashOf([folder]));
    expect(new Set(hashes).size).toBe(hashes.length);
  });

  it("ignores built and installed files", () => {
    const before = hashOf([folder]);
    mkdirSync(join(folder, "dist"));
    writeFileSync(join(folder, "dist/a.js"), "built");
    expect(hashOf([folder])).toBe(before);
  });

  it("accepts a stamp for its own hash only", () => {
    const file = join(folder, "stamp");
    expect(isStamped(file, "x")).toBe(false);
    stamp(file, "x");
    expect(isStamped(file, "x")).toBe(true);
    expect(isStamped(file, "y")).toBe(false);
  });
});
