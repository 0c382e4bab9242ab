import { expect, it } from "vitest";
import { cpuMs, parseCpuMs, parsePssMb, pssMb } from "./proc.ts";

it("adds user and system time for any program name", () => {
  const rest = "S 1 42 42 0 -1 4194560 900 0 0 0 123 45 6 7 20 0 11 0 100 1000 200";
  expect(parseCpuMs(`42 (node) ${rest}`)).toBe(1_680);
  expect(parseCpuMs(`42 (a (b) 7 c) ${rest}`)).toBe(1_680);
});

it("takes the proportional share as memory", () => {
  expect(parsePssMb("Rss:  900 kB\nPss:   2048 kB\nPss_Dirty:  10 kB\n")).toBe(2);
});

it("measures time and memory of this process", () => {
  expect(cpuMs([process.pid])).toBeGreaterThan(0);
  expect(pssMb(process.pid)).toBeGreaterThan(1);
});
