import { expect, it } from "vitest";
import { servedIn } from "./counters.ts";

it("counts the successful requests of one route over all methods", () => {
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
