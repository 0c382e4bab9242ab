import { expect, it } from "vitest";
import { refusalsIn, refusalsSince } from "./refusals.ts";

const lines = (status: number, within: Record<string, number>) =>
  Object.entries(within)
    .map(
      ([le, count]) =>
        `http_request_duration_seconds_bucket{le="${le}",service="gateway",method="POST",route="/api/new-prediction",status="${status}"} ${count}`,
    )
    .join("\n");

const before = lines(503, { "0.002": 10, "0.01": 10, "+Inf": 10 });
const after = [
  lines(200, { "0.002": 0, "0.01": 500, "+Inf": 900 }),
  lines(429, { "0.002": 90, "0.01": 100, "+Inf": 100 }),
  lines(503, { "0.002": 105, "0.01": 109, "+Inf": 110 }),
].join("\n");

it("reports the 99th percentile of the new refusals only", () => {
  expect(refusalsSince(refusalsIn(before), refusalsIn(after))).toEqual({ count: 200, p99Ms: 10 });
});

it("reports zero refusals when none happened", () => {
  expect(refusalsSince(refusalsIn(before), refusalsIn(before))).toEqual({ count: 0, p99Ms: 2 });
  expect(refusalsSince(refusalsIn(""), refusalsIn(""))).toEqual({ count: 0, p99Ms: 0 });
});
