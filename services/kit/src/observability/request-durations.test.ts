import { Histogram, Registry } from "prom-client";
import fc from "fast-check";
import { expect, it } from "vitest";
import { requestDurations } from "./request-durations.ts";

const about = { name: "http_request_duration_seconds", help: "Duration of HTTP requests" };
const buckets = [0.002, 0.05, 1];

const registryOf = () => {
  const registry = new Registry();
  registry.setDefaultLabels({ service: "any" });
  return registry;
};

const served = fc.record({
  method: fc.constantFrom("GET", "POST"),
  route: fc.constantFrom("/api/user", "/api/predictions/{id}"),
  status: fc.constantFrom(200, 404, 503),
  ms: fc.oneof(fc.constantFrom(0, 2, 50, 1_000), fc.double({ min: 0, max: 3_000, noNaN: true })),
});

it("shows the same as prom-client's own histogram, whatever was served", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(served, { maxLength: 30 }), async (all) => {
      const [ours, theirs] = [registryOf(), registryOf()];
      const durations = requestDurations({ ...about, buckets, registry: ours });
      const labelNames = ["method", "route", "status"] as const;
      const reference = new Histogram({ ...about, buckets, labelNames, registers: [theirs] });
      for (const one of all) {
        const { ms, ...labels } = one;
        durations.add(one);
        reference.observe(labels, ms / 1_000);
      }
      expect(await ours.metrics()).toBe(await theirs.metrics());
    }),
  );
});
