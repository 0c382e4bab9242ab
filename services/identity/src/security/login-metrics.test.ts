import { boundedQueue } from "@orbline/kit/bounded-queue";
import { AppError } from "@orbline/kit/errors";
import { createMetrics } from "@orbline/kit/observability/metrics";
import { expect, it } from "vitest";
import { loginMetrics } from "./login-metrics.ts";

const busy = { code: "test.busy", message: "Please try again." };

it("counts refused logins by reason and no other errors", async () => {
  const metrics = createMetrics("test");
  const hashing = boundedQueue({ maxRunning: 1, maxWaiting: 1, busy });
  const { countRefusal } = loginMetrics({ metrics, hashing });
  for (const code of ["login.failed", "login.failed", "login.throttled", "username.taken"])
    countRefusal(new AppError("conflict", code, "no"));
  countRefusal(new Error("no"));
  const { values = [] } =
    (await metrics.registry.getSingleMetric("login_refusals_total")?.get()) ?? {};
  expect(Object.fromEntries(values.map(({ labels, value }) => [labels["reason"], value]))).toEqual({
    wrong: 2,
    "wrong code": 0,
    throttled: 1,
    busy: 0,
  });
});

it("shows how many passwords are hashed and wait", async () => {
  const metrics = createMetrics("test");
  const hashing = boundedQueue({ maxRunning: 1, maxWaiting: 5, busy });
  loginMetrics({ metrics, hashing });
  const { promise, resolve } = Promise.withResolvers<void>();
  const work = [hashing(() => promise), hashing(() => promise), hashing(() => promise)];
  const { values = [] } = (await metrics.registry.getSingleMetric("password_hashes")?.get()) ?? {};
  expect(values.map(({ labels, value }) => [labels["state"], value])).toEqual([
    ["running", 1],
    ["waiting", 2],
  ]);
  resolve();
  await Promise.all(work);
});
