import { spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createLogStream } from "./log-stream.ts";
import { createLogger } from "./logger.ts";
import { eventually } from "../testing/eventually.ts";

const folder = mkdtempSync(join(tmpdir(), "orbline-log-"));
const file = join(folder, "log");
let fd: number;

beforeAll(() => {
  fd = openSync(file, "a");
});
afterAll(() => {
  closeSync(fd);
  rmSync(folder, { recursive: true });
});

const messages = (text: string) =>
  text
    .split("\n")
    .filter(Boolean)
    .map((line) => (JSON.parse(line) as { msg: string }).msg);
const written = () => messages(readFileSync(file, "utf8"));

it("lines wait for each other, a warning is there at once with all before it", async () => {
  const logger = createLogger({ service: "test", level: "info", stream: createLogStream(fd) });
  logger.info("one");
  logger.info("two");
  expect(written()).toEqual([]);
  logger.warn("three");
  expect(written()).toEqual(["one", "two", "three"]);
  logger.info("four");
  await eventually(() => expect(written()).toEqual(["one", "two", "three", "four"]));
});

it("a process that exits has written every line, however it exits", () => {
  const script = (end: string) => `
    import { createLogger } from ${JSON.stringify(new URL("logger.ts", import.meta.url).href)};
    const logger = createLogger({ service: "test", level: "info" });
    logger.child({ of: "a part" }).info("first");
    logger.info("last");
    ${end}
  `;
  const run = (end: string) =>
    spawnSync(process.execPath, ["--input-type=module", "--eval", script(end)]).stdout.toString();
  expect(messages(run(""))).toEqual(["first", "last"]);
  expect(messages(run("process.exit(1);"))).toEqual(["first", "last"]);
  expect(messages(run("throw new Error('unforeseen');"))).toEqual(["first", "last"]);
});
