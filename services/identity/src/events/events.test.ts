import { fromHeaders, toHeaders, type EventRecord } from "@orbline/kit/kafka/event";
import { subscriptionState, userState } from "@orbline/proto/states";
import { expect, it } from "vitest";
import { noSubscription } from "../domain/subscription.ts";
import { registerUser, type UserId } from "../domain/user.ts";
import type { ApplySubscriptionState } from "../use-cases/apply-subscription-state.ts";
import { consumers } from "./consumers.ts";
import { encodeUser } from "./encode-user.ts";

const id = "usr_1" as UserId;
const now = new Date("2026-03-01T12:00:00.000Z");
const follow = async (value: Buffer | null) => {
  const applied: ApplySubscriptionState[] = [];
  const applySubscriptionState = (change: ApplySubscriptionState) => {
    applied.push(change);
    return Promise.resolve(true);
  };
  const { topics, handlers } = consumers({ namespace: "t.", applySubscriptionState });
  const [topic] = topics;
  const record: EventRecord = {
    topic: topic?.name ?? "",
    key: id,
    value,
    type: "subscription.activated",
    source: "billing",
    seq: 7,
    time: now,
  };
  await handlers[record.topic]?.(fromHeaders({ ...record, headers: toHeaders(record) }));
  return applied;
};

it("publishes the public state of an account, and no hash or phone in it", () => {
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

it("keeps status, tier and both ends of what billing tells", async () => {
  const value = subscriptionState.encode({
    userId: id,
    status: "active",
    tier: "premium_trial",
    periodEndMs: 1_000,
    accessUntilMs: 2_000,
  });
  const subscription = {
    status: "active",
    tier: "premium_trial",
    endsAt: new Date(1_000),
    accessUntil: new Date(2_000),
  };
  expect(await follow(value)).toEqual([{ userId: id, subscription, seq: 7 }]);
});

it("takes an erased subscription as none", async () => {
  expect(await follow(null)).toEqual([{ userId: id, subscription: noSubscription, seq: 7 }]);
});

it("refuses a state that it does not know, so that it ends as a dead letter", async () => {
  const value = subscriptionState.encode({ userId: id, status: "golden", tier: "premium" });
  await expect(follow(value)).rejects.toMatchObject({ name: "ZodError" });
});
