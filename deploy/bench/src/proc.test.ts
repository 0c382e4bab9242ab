import { expect, it } from "vitest";
import { cpuMs, parseCpuMs, parsePssMb, pssMb } from "./proc.ts";

it("CPU time is user and system time, whatever the program is called", () => {
  const rest = "S 1 42 42 0 -1 4194560 900 0 0 0 123 45 6 7 20 0 11 0 100 1000 200";
  expect(parseCpuMs(`42 (node) ${rest}`)).toBe(1_680);
  expect(parseCpuMs(`42 (a (b) 7 c) ${rest}`)).toBe(1_680);
});

it("memory is the proportional share", () => {
  expect(parsePssMb("Rss:  900 kB\nPss:   2048 kB\nPss_Dirty:  10 kB\n")).toBe(2);
});

it("this process has used time and memory", () => {
  expect(cpuMs([process.pid])).toBeGreaterThan(0);
  expect(pssMb(process.pid)).toBeGreaterThan(1);
});
