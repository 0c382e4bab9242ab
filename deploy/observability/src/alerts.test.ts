import { readFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "@orbline/engines/command";
import { onPath } from "@orbline/engines/engine-command";
import { expect, it } from "vitest";
import { alerts } from "./testing/used-metrics.ts";

const folder = join(import.meta.dirname, "../prometheus");

it("tries every alert on made-up series", () => {
  const tests = readFileSync(join(folder, "alerts.test.yml"), "utf8");
  const tried = new Set([...tests.matchAll(/alertname: (\w+)/g)].map(([, name]) => name));
  expect(alerts().filter(({ alert }) => !tried.has(alert))).toEqual([]);
});

it.skipIf(!onPath("promtool"))(
  "raises each alert as its test says, by Prometheus's own tool",
  async () => {
    const tests = join(folder, "alerts.test.yml");
    expect(await run("promtool", ["test", "rules", tests])).toContain("SUCCESS");
  },
  // It plays ten hours of series, which takes half a minute of a core.
  300_000,
);
