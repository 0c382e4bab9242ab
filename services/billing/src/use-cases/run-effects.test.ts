import { AppError } from "@orbline/kit/errors";
import { expect, it } from "vitest";
import type { Effect } from "../domain/effects.ts";
import { erase } from "../domain/subscription/erase.ts";
import { fakeDeps, memorySubscriptions } from "../testing/fake-deps.ts";
import { empty, later, now } from "../testing/fixtures.ts";
import { runEffects } from "./run-effects.ts";

const clock = { now: () => now };
const missing = new AppError("not-found", "payments.not-found", "The provider has no such thing.");

const effects: Effect[] = [
  { kind: "cancel-and-refund", objectId: "sub_1", reason: "duplicate" },
  { kind: "refund", objectId: "pi_1", reason: "duplicate" },
  { kind: "cancel", objectId: "sub_2", reason: "lifetime" },
  { kind: "stop-at-period-end", objectId: "sub_3" },
  { kind: "erase-customer", objectId: "cus_1" },
  { kind: "email", objectId: "unpaid-ended:sub_3", email: { kind: "unpaid-ended" } },
];

/** A user with these effects, at a provider that fails for one object. */
function setUp(failing?: string, failure: Error = new Error(`${failing} failed`)) {
  const done: string[] = [];
  const reports: string[] = [];
  const subscriptions = memorySubscriptions(clock);
  subscriptions.put({ ...empty, effects });
  const call = (kind: string) => async (id: string) => {
    if (id === failing) throw failure;
    done.push(`${kind} ${id}`);
  };
  const deps = fakeDeps(clock, {
    subscriptions,
    provider: {
      cancel: call("cancel"),
      cancelAndRefund: call("cancelAndRefund"),
      refund: ({ paymentId }) => call("refund")(paymentId),
      stopAtPeriodEnd: call("stopAtPeriodEnd"),
      eraseCustomer: call("eraseCustomer"),
      createCustomer: async (_buyer, key) => `cus_of_${key}`,
    },
    emails: { send: call("email") },
    report: (error) => void reports.push((error as Error).message),
  });
  return {
    run: () => runEffects(deps, "usr_1"),
    done,
    reports,
    subscriptions,
    left: async () => (await subscriptions.find("usr_1"))?.state.effects,
  };
}

it("runs each effect once and removes it", async () => {
  const { run, done, left } = setUp();
  await run();
  expect(done).toEqual([
    "cancelAndRefund sub_1",
    "refund pi_1",
    "cancel sub_2",
    "stopAtPeriodEnd sub_3",
    "eraseCustomer cus_1",
    "email unpaid-ended:sub_3",
  ]);
  expect(await left()).toEqual([]);
  await run();
  expect(done).toHaveLength(6);
});

it("keeps a failing effect pending and runs the others", async () => {
  const { run, done, left } = setUp("sub_1");
  await expect(run()).rejects.toThrow("sub_1 failed");
  expect(done).toHaveLength(5);
  expect(await left()).toEqual([effects[0]]);
});

it("reports and removes an effect about an object that the provider does not know", async () => {
  const { run, done, left, reports } = setUp("sub_2", missing);
  await run();
  expect(done).toHaveLength(5);
  expect(await left()).toEqual([]);
  expect(reports).toEqual([
    "cancel sub_2 of usr_1: skipped, because the payment provider does not know it",
  ]);
});

it("does not run an effect before it is due", async () => {
  const { run, left, subscriptions } = setUp();
  const waiting: Effect = { kind: "create-customer", objectId: "key", dueAt: later(1) };
  subscriptions.put({ ...empty, effects: [waiting] });
  await run();
  expect(await left()).toEqual([waiting]);
});

it("erases a customer at once when it was created for an erased user", async () => {
  const { run, done, subscriptions } = setUp();
  const waiting: Effect = { kind: "create-customer", objectId: "key", dueAt: later(1) };
  subscriptions.put(erase({ ...empty, effects: [waiting] }, now));
  await run();
  expect(done).toEqual(["eraseCustomer cus_of_key"]);
  const erased = (await subscriptions.find("usr_1"))?.state;
  expect(erased).toMatchObject({ erasedAt: now, effects: [{ kind: "erase-records" }] });
  expect(erased).not.toHaveProperty("customerId");
});
