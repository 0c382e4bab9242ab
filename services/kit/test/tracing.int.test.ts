import { expect, it } from "vitest";
import { startCollector } from "../src/testing/collector.ts";
import { eventually } from "../src/testing/eventually.ts";
import { startScript } from "./run-script.ts";

const runUntilReady = async (args: string[]) => {
  const { child, ended, output } = startScript("tracing-process.ts", args);
  await eventually(() => expect(output()).toContain("\n"), { timeoutMs: 30_000 });
  child.kill("SIGTERM");
  return ended;
};

it("loads no tracing library but the API when no collector is configured", async () => {
  const { code, output } = await runUntilReady([]);
  expect(code).toBe(0);
  expect(output.split("\n").filter((name) => name && name !== "@opentelemetry/api")).toEqual([]);
});

it("sends all spans up to the last request before the process stops", async () => {
  const collector = await startCollector();
  const { code, output } = await runUntilReady([collector.url]);
  await collector.close();
  expect(code).toBe(0);
  expect(output).toContain("@opentelemetry/sdk-trace");
  expect(collector.spans.map(({ service, name }) => `${service}: ${name}`)).toEqual([
    "traced-process: first request",
    "traced-process: last request",
  ]);
});

it("stops in time when the collector is down", async () => {
  const { code } = await runUntilReady(["http://127.0.0.1:9"]);
  expect(code).toBe(0);
});
