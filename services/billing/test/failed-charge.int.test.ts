import { eventually } from "@orbline/kit/testing/eventually";
import type { SubscriptionStatusResponse } from "@orbline/proto/http/billing/subscription-status";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buyers } from "./buyers.ts";
import { call, pay, startSystem, type System, user } from "./service.ts";

const dayS = 86_400;

let system: System;
beforeAll(async () => {
  system = await startSystem();
});
afterAll(() => system.stop());

const { signUp, statusOf, becomes, atProvider, customerOf } = buyers(() => system);

const live = (seconds: number) => {
  system.time.advance(seconds * 1_000);
  system.sandbox.control.advance(seconds);
};

it("charges nothing more after a cancellation while a failed charge is retried", async () => {
  const { control } = system.sandbox;
  const { userId, checkoutUrl, name } = await signUp({ plan: "annual" });
  await pay(checkoutUrl, name);
  await becomes(userId, "active");
  const customer = await customerOf(userId);
  control.setCards(customer, "declines");
  live(365 * dayS + dayS / 8);
  await eventually(async () => expect((await statusOf(userId)).graceUntil).not.toBeNull());
  const { body } = await call<SubscriptionStatusResponse>(
    system.billing.port,
    "POST",
    "/api/subscription/cancel",
    { as: user(userId), body: {} },
  );
  expect(body.status).toBe("canceled");
  control.setCards(customer, "pays");
  live(30 * dayS);
  const charges = await atProvider<{ status: string }>(`charges?customer=${customer}`);
  expect(charges.map(({ status }) => status)).toEqual(["failed", "succeeded"]);
});
