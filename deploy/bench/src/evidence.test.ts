import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { logCounter, servedIn } from "./evidence.ts";

it("requests of one route are counted that ended well, in each of their series", () => {
  const name = "http_request_duration_seconds";
  const metrics = [
    `${name}_count{method="GET",route="/a",status="200",service="x"} 7`,
    `${name}_count{method="HEAD",route="/a",status="200",service="x"} 2`,
    `${name}_count{method="GET",route="/a",status="401",service="x"} 100`,
    `${name}_count{method="GET",route="/b",status="200",service="x"} 1000`,
    `${name}_sum{method="GET",route="/a",status="200",service="x"} 10000`,
  ].join("\n");
  expect(servedIn(metrics, "/a")).toBe(9);
});

it("the lines that a log has got are waited for and counted from the last look", async () => {
  const folder = mkdtempSync(join(tmpdir(), "orbline-bench-"));
  const file = join(folder, "a.log");
  const line = '{"level":"info","msg":"request"}\n';
  appendFileSync(file, line.repeat(3));
  const log = logCounter(file);
  const waiting = log.expect(2);
  appendFileSync(file, `{"msg":"other"}\n${line}`);
  appendFileSync(file, line);
  await waiting;
  appendFileSync(file, line);
  await expect(log.expect(1)).resolves.toBeUndefined();
  log.close();
  rmSync(folder, { recursive: true });
});

it("a line that is just being written is counted once it is there", async () => {
  const folder = mkdtempSync(join(tmpdir(), "orbline-bench-"));
  const file = join(folder, "a.log");
  const line = '{"level":"info","msg":"request"}\n';
  const half = line.indexOf("request") + 3;
  appendFileSync(file, "");
  const log = logCounter(file);
  appendFileSync(file, line + line.slice(0, half));
  await log.expect(1);
  appendFileSync(file, line.slice(half));
  await expect(log.expect(1)).resolves.toBeUndefined();
  log.close();
  rmSync(folder, { recursive: true });
});
