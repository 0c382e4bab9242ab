import { AppError } from "@orbline/kit/errors";
import { createMetrics } from "@orbline/kit/observability/metrics";
import { expect, it } from "vitest";
import { measureLogins } from "./measure-logins.ts";
import { boundedQueue } from "./passwords/bounded-queue.ts";

it("counts refusals by reason, nothing else, and lets every error through", async () => {
  const metrics = createMetrics("test");
  const hashing = boundedQueue({ maxRunning: 1, maxWaiting: 1 });
  const measured = measureLogins({ metrics, hashing });
  const codes = ["login.failed", "login.failed", "login.throttled", "username.taken"];
  for (const code of codes) {
    const verb = measured(() => Promise.reject(new AppError("conflict", code, "no")));
    await expect(verb({})).rejects.toMatchObject({ code });
  }
  expect(await measured((input: number) => Promise.resolve(input + 1))(1)).toBe(2);
  const { values = [] } =
    (await metrics.registry.getSingleMetric("login_refusals_total")?.get()) ?? {};
  expect(Object.fromEntries(values.map(({ labels, value }) => [labels["reason"], value]))).toEqual({
    wrong: 2,
    throttled: 1,
    busy: 0,
  });
});

it("shows how many passwords are hashed and wait now", async () => {
  const metrics = createMetrics("test");
  const hashing = boundedQueue({ maxRunning: 1, maxWaiting: 5 });
  measureLogins({ metrics, hashing });
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
