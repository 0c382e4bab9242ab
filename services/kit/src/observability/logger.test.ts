import { spawnSync } from "node:child_process";
import { mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { expect, it, onTestFinished, vi } from "vitest";
import { eventually } from "../testing/eventually.ts";
import { withContext } from "./context.ts";
import { createLogger, logFile } from "./logger.ts";

const open = () => {
  const text: string[] = [];
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      text.push(String(chunk));
      done();
    },
  });
  return { text, logger: createLogger({ service: "identity", level: "info", stream }) };
};

it("writes one JSON line with the service, the level by name and the context of the request", () => {
  const { text, logger } = open();
  withContext({ requestId: "r-1", traceparent: "00-a-b-01" }, () => logger.info({ n: 1 }, "done"));
  logger.debug("not wanted");
  expect(text).toHaveLength(1);
  expect(JSON.parse(text[0] ?? "")).toMatchObject({
    level: "info",
    service: "identity",
    requestId: "r-1",
    traceparent: "00-a-b-01",
    n: 1,
    msg: "done",
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string,
  });
});

it("logs no secrets and no values of unique keys", () => {
  const { text, logger } = open();
  const duplicate = Object.assign(
    new Error(
      'E11000 duplicate key error collection: users index: email_1 dup key: { email: "jo@example.test" }',
    ),
    { name: "MongoServerError", code: 11_000, keyValue: { email: "jo@example.test" } },
  );
  logger.error({ err: duplicate, password: "hunter2", user: { token: "hunter2" } }, "failed");
  expect(text.join("")).toContain("E11000");
  expect(text.join("")).not.toMatch(/jo@example|hunter2/);
});

const messages = (text: string) =>
  text
    .split("\n")
    .filter(Boolean)
    .map((line) => (JSON.parse(line) as { msg: string }).msg);

it("gathers info lines and writes a warning at once with all lines before it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "orbline-log-"));
  const file = join(folder, "log");
  const stream = logFile(openSync(file, "a"));
  onTestFinished(() => {
    stream.end(); // Closes the file too.
    rmSync(folder, { recursive: true });
  });
  const written = () => messages(readFileSync(file, "utf8"));
  const logger = createLogger({ service: "test", level: "info", stream });
  logger.info("one");
  logger.info("two");
  expect(written()).toEqual([]);
  const flush = vi.spyOn(stream, "flush");
  logger.warn("three");
  expect(flush).toHaveBeenCalledOnce();
  await eventually(() => expect(written()).toEqual(["one", "two", "three"]));
  logger.info("four");
  await eventually(() => expect(written()).toEqual(["one", "two", "three", "four"]));
});

it.each(["", "process.exit(1);", "throw new Error('unexpected');"])(
  "has written every line when the process ends by %j",
  (end) => {
    const script = `
      import { createLogger } from ${JSON.stringify(new URL("logger.ts", import.meta.url).href)};
      const logger = createLogger({ service: "test", level: "info" });
      logger.child({ of: "a part" }).info("first");
      logger.info("last");
      ${end}
    `;
    const child = spawnSync(process.execPath, ["--input-type=module", "--eval", script]);
    expect(messages(child.stdout.toString())).toEqual(["first", "last"]);
  },
);
