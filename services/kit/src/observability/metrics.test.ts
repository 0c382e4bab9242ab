import { expect, it } from "vitest";
import { createMetrics } from "./metrics.ts";

const valuesOf = async ({ registry }: ReturnType<typeof createMetrics>, name: string) =>
  (await registry.getSingleMetric(name)?.get())?.values ?? [];

it("shows how long the current message takes, and 0 afterwards", async () => {
  const metrics = createMetrics("test");
  metrics.messageInHand.begin("t");
  const [held] = await valuesOf(metrics, "message_in_hand_seconds");
  expect(held?.value).toBeGreaterThanOrEqual(0);
  metrics.messageInHand.end("t");
  expect(await valuesOf(metrics, "message_in_hand_seconds")).toMatchObject([
    { value: 0, labels: { topic: "t" } },
  ]);
});

it("shows the age of each consumer's last fetch until it leaves", async () => {
  const metrics = createMetrics("test");
  const unwatch = metrics.watchFetches("g", () => Date.now() - 20_000);
  const [age] = await valuesOf(metrics, "consumer_fetch_age_seconds");
  expect(age).toMatchObject({ labels: { group: "g" } });
  expect(age?.value).toBeGreaterThanOrEqual(20);
  unwatch();
  expect(await valuesOf(metrics, "consumer_fetch_age_seconds")).toEqual([]);
});
