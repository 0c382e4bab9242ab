import { afterAll, beforeAll, expect, it } from "vitest";
import { buyers } from "./buyers.ts";
import { anonymous, call, pay, startSystem, type System, user } from "./service.ts";

/** Milliseconds for which billing keeps an answer of the provider. */
const keptMs = 2_000;

const counts = new Map<string, number>();

/** Counts the calls of the payment provider by name. */
const wrapPort = <Port extends object>(name: string, port: Port): Port =>
  name === "provider"
    ? new Proxy(port, {
        get: (target, property, receiver) => {
          counts.set(String(property), (counts.get(String(property)) ?? 0) + 1);
          return Reflect.get(target, property, receiver) as unknown;
        },
      })
    : port;

let system: System;
beforeAll(async () => {
  system = await startSystem({}, { wrapPort });
});
afterAll(() => system.stop());

const { signUp, becomes, verify } = buyers(() => system);

/**
 * The number of provider calls of this name that 40 readers at a time cause, three times in a row, for each time that the
 * answers are kept: on a slow machine they expire between the readers.
 */
const callsFor = async (method: string, path: string, as = anonymous) => {
  const before = counts.get(method) ?? 0;
  const start = performance.now();
  for (let round = 0; round < 3; round += 1) {
    const reads = Array.from({ length: 40 }, () => call(system.billing.port, "GET", path, { as }));
    for (const { status } of await Promise.all(reads)) expect(status).toBe(200);
  }
  const periods = 1 + Math.floor((performance.now() - start) / keptMs);
  return ((counts.get(method) ?? 0) - before) / periods;
};

it("asks the payment provider about a paid checkout a few times, however many readers ask", async () => {
  const { sessionId, checkoutUrl, name, userId } = await signUp({ plan: "monthly" });
  await pay(checkoutUrl, name);
  await becomes(userId, "active");
  for (const path of ["verify-subscription-status", "subscription-details"])
    expect(
      await callsFor("findSession", `/api/${path}?session_id=${sessionId}`),
    ).toBeLessThanOrEqual(4);
});

it("shows a payment at once to a buyer who has just seen the checkout unpaid", async () => {
  const { sessionId, checkoutUrl, name, userId } = await signUp({ plan: "monthly" });
  expect(await verify(sessionId, user(userId))).toMatchObject({ success: false });
  await pay(checkoutUrl, name);
  expect(await verify(sessionId, user(userId))).toMatchObject({ success: true });
});

it("asks the payment provider about prices a few times, however many readers ask", async () => {
  for (const name of ["production-price-ids", "verify-price-ids", "stripe-diagnostic-pro"])
    expect(await callsFor("findPrices", `/api/${name}`)).toBeLessThanOrEqual(3);
});

it("asks the payment provider for a user's invoices a few times, however often the user reads them", async () => {
  const { userId, checkoutUrl, name } = await signUp({ plan: "monthly" });
  await pay(checkoutUrl, name);
  expect(await callsFor("listInvoices", "/api/invoices", user(userId))).toBeLessThanOrEqual(3);
});
