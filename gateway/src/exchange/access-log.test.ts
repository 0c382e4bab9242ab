import { mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLogStream } from "@orbline/kit/observability/log-stream";
import { createLogger } from "@orbline/kit/observability/logger";
import { eventually } from "@orbline/kit/testing/eventually";
import { expect, it, onTestFinished } from "vitest";
import { createAccessLog } from "./access-log.ts";

const setUp = () => {
  const folder = mkdtempSync(join(tmpdir(), "orbline-access-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "log");
  const of = { service: "gateway", level: "info", stream: createLogStream(openSync(file, "a")) };
  const lines = () =>
    readFileSync(file, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  return { accessLog: createAccessLog(of), logger: createLogger(of), lines };
};

it("a line has the form of the process's other lines", async () => {
  const { accessLog, logger, lines } = setUp();
  logger.info({ status: 200 }, "request");
  accessLog.info({ status: 200 }, "request");
  const [other, line] = await eventually(() => {
    expect(lines()).toHaveLength(2);
    return lines();
  });
  expect(line).toEqual({ ...other, time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/) });
});

it("lines wait for no reader, and a warning of the process comes after all before it", () => {
  const { accessLog, logger, lines } = setUp();
  for (let line = 0; line < 50; line += 1) accessLog.info({ line }, "request");
  logger.warn({ line: 50 }, "something is wrong");
  expect(lines().map(({ line }) => line)).toEqual(Array.from({ length: 51 }, (_, line) => line));
});
