import { fromHeaders, toHeaders, type EventRecord } from "@orbline/kit/kafka/event";
import { subscriptionState, userState } from "@orbline/proto/states";
import { topics } from "@orbline/proto/topics";
import { expect, it } from "vitest";
import { noSubscription } from "../domain/subscription.ts";
import { registerUser } from "../domain/user-changes.ts";
import type { UserId } from "../domain/user.ts";
import { encodeUser } from "./encode-user.ts";
import { eventHandlers } from "./handlers.ts";

const id = "usr_1" as UserId;
const now = new Date("2026-03-01T12:00:00.000Z");
async function handle(value: Buffer | null) {
  const applied: unknown[] = [];
  const users = {
    projectSubscription: (...change: unknown[]) => Promise.resolve(void applied.push(change)),
  };
  const record: EventRecord = {
    topic: topics.subscriptions.name,
    key: id,
    value,
    type: "subscription.activated",
    source: "billing",
    seq: 7,
    time: now,
  };
  const event = fromHeaders({ ...record, headers: toHeaders(record) });
  await eventHandlers({ users })[topics.subscriptions.name]?.(event);
  return applied;
}

it("publishes the state of an account without password hash and phone", () => {
  const input = { id, username: "Jo", role: "user", passwordHash: "secret-hash" } as const;
  const { state } = registerUser({ ...input, phone: "555-123-4567", email: "jo@x.io" }, now);
  const bytes = encodeUser(state);
  expect(userState.decode(bytes)).toMatchObject({
    id,
    username: "Jo",
    email: "jo@x.io",
    emailVerified: false,
    role: "user",
    createdAtMs: now.getTime(),
  });
  expect(bytes.toString("latin1")).not.toMatch(/secret-hash|555-123-4567/);
});

it("stores status, tier, plan and both end dates of a subscription", async () => {
  const value = subscriptionState.encode({
    userId: id,
    status: "active",
    tier: "premium_trial",
    plan: "trial",
    periodEndMs: 1_000,
    accessUntilMs: 2_000,
  });
  const subscription = {
    status: "active",
    tier: "premium_trial",
    plan: "trial",
    endsAt: new Date(1_000),
    accessUntil: new Date(2_000),
  };
  expect(await handle(value)).toEqual([[id, subscription, 7]]);
});

it("stores an erased subscription as none", async () => {
  expect(await handle(null)).toEqual([[id, noSubscription, 7]]);
});

it("rejects an unknown status, so that the message becomes a dead letter", async () => {
  const value = subscriptionState.encode({ userId: id, status: "golden", tier: "premium" });
  await expect(handle(value)).rejects.toMatchObject({ name: "ZodError" });
});
