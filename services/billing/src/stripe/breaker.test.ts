import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "@orbline/kit/errors";
import { expect, it } from "vitest";
import { stripeBreaker } from "./breaker.ts";

const silence = new AppError("unavailable", "payments.no-answer", "no response");
const refusal = new AppError("unavailable", "payments.unavailable", "500");

/** A provider that fails with `error` until it is repaired, behind a breaker; counts its calls. */
function brokenProvider(error: AppError, pauseMs = 60_000) {
  const provider = { calls: 0, isRepaired: false };
  const guard = stripeBreaker({ pauseMs });
  const call = () =>
    guard(async () => {
      provider.calls += 1;
      if (!provider.isRepaired) throw error;
      return "paid";
    });
  return { provider, call };
}

async function failTimes(times: number, call: () => Promise<unknown>) {
  for (let count = 0; count < times; count += 1) await expect(call()).rejects.toThrow(AppError);
}

it("refuses calls at once after three in a row without a response", async () => {
  const { provider, call } = brokenProvider(silence);
  await failTimes(3, call);
  await expect(call()).rejects.toMatchObject({
    kind: "unavailable",
    code: "payments.unavailable",
    retryAfterSeconds: 60,
  });
  expect(provider.calls).toBe(3);
});

it("tries again after its pause and closes with the first response", async () => {
  const { provider, call } = brokenProvider(silence, 50);
  await failTimes(4, call);
  await sleep(60);
  await failTimes(2, call);
  expect(provider.calls).toBe(4);
  provider.isRepaired = true;
  await sleep(60);
  expect(await call()).toBe("paid");
  expect(await call()).toBe("paid");
});

it("stays closed when Stripe responds with errors", async () => {
  const { provider, call } = brokenProvider(refusal);
  await failTimes(10, call);
  expect(provider.calls).toBe(10);
});
