import { mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { createLogger } from "@orbline/kit/logger";
import { eventually } from "@orbline/kit/testing/eventually";
import { expect, onTestFinished, test } from "vitest";
import { createAccessLog } from "./access-log.ts";

const setUp = () => {
  const folder = mkdtempSync(join(tmpdir(), "orbline-access-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "log");
  const { accessLog, flush } = createAccessLog({
    service: "gateway",
    level: "info",
    fd: openSync(file, "a"),
  });
  const lines = () => readFileSync(file, "utf8").trim().split("\n");
  return { accessLog, flush, lines };
};

test("a line has the form of the process's other lines", async () => {
  const stream = new PassThrough();
  createLogger({ service: "gateway", level: "info", stream }).info({ status: 200 }, "request");
  const other = JSON.parse(String(stream.read())) as Record<string, unknown>;
  const { accessLog, lines } = setUp();
  accessLog.info({ status: 200 }, "request");
  const line = await eventually(() => JSON.parse(lines()[0] ?? "") as Record<string, unknown>);
  expect(line).toEqual({ ...other, time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/) });
});

test("lines wait for no reader, and all are written when the log is flushed", async () => {
  const { accessLog, flush, lines } = setUp();
  for (let line = 0; line < 50; line += 1) accessLog.info({ line }, "request");
  flush();
  expect(lines()).toHaveLength(50);
  expect(lines().map((line) => (JSON.parse(line) as { line: number }).line)).toEqual(
    Array.from({ length: 50 }, (_, line) => line),
  );
});
