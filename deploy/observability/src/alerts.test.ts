import { readFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "@orbline/engines/command";
import { onPath } from "@orbline/engines/engine-command";
import { expect, it } from "vitest";
import { alerts } from "./testing/used-metrics.ts";

const folder = join(import.meta.dirname, "../prometheus");
const files = ["alerts.test.yml", "alerts-in-hours.test.yml"].map((name) => join(folder, name));

it("tries every alert on made-up series", () => {
  const tests = files.map((file) => readFileSync(file, "utf8")).join("\n");
  const tried = new Set([...tests.matchAll(/alertname: (\w+)/g)].map(([, name]) => name));
  expect(alerts().filter(({ alert }) => !tried.has(alert))).toEqual([]);
});

it.skipIf(!onPath("promtool"))(
  "raises each alert as its test says, by Prometheus's own tool",
  async () => {
    const output = await run("promtool", ["test", "rules", ...files]);
    expect(output.match(/SUCCESS/g)).toHaveLength(files.length);
  },
  // It plays 35 hours of series, which takes a third of a minute of a core.
  300_000,
);
