import { testEngines } from "@orbline/kit/testing/engines";
import { eventually } from "@orbline/kit/testing/eventually";
import type { SubscriptionState } from "@orbline/proto/gen/billing/v1/SubscriptionState";
import type { User } from "@orbline/proto/http/identity/user";
import { subscriptionState } from "@orbline/proto/states";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openAccounts, openTopics } from "./engines.ts";
import { callerIn, newName, password, startService } from "./service.ts";

const { brokers, mongoUrl, prefix } = testEngines();
const inOneHour = () => Date.now() + 3_600_000;

let service: Awaited<ReturnType<typeof startService>>;
let accounts: Awaited<ReturnType<typeof openAccounts>>;
let billing: Awaited<ReturnType<typeof openTopics>>;

beforeAll(async () => {
  service = await startService();
  accounts = await openAccounts(mongoUrl);
  billing = await openTopics(brokers, prefix);
});
afterAll(async () => {
  await billing.close();
  await accounts.close();
  await service.stop();
});

const newUser = async () => {
  const answer = await service.post("/api/register", { username: newName(), password });
  const as = callerIn(answer);
  const shown = async () => {
    const { subscriptionStatus, subscriptionTier, subscriptionEndDate } = (
      await service.get("/api/user", { as })
    ).body as User;
    return [subscriptionStatus, subscriptionTier, subscriptionEndDate];
  };
  const tell = (seq: number, state: SubscriptionState | null) => {
    const value = state && subscriptionState.encode({ userId: as.userId, ...state });
    return billing.publishSubscription({ key: as.userId, value, seq });
  };
  return { id: as.userId, shown, tell };
};

/** Messages of one key arrive in order, so the earlier ones have arrived when this one has. */
const seqOf = (id: string, seq: number) =>
  eventually(async () => {
    const document = await accounts.users.findOne({ _id: id as never });
    expect(document).toMatchObject({ subscriptionSeq: seq });
  });

it("shows billing's subscription, and none after its erasure", async () => {
  const { id, shown, tell } = await newUser();
  expect(await shown()).toEqual(["none", "free", null]);
  const end = inOneHour();
  await tell(1, { status: "active", tier: "premium_trial", periodEndMs: end, accessUntilMs: end });
  await seqOf(id, 1);
  expect(await shown()).toEqual(["active", "premium_trial", new Date(end).toISOString()]);
  await tell(2, null);
  await seqOf(id, 2);
  expect(await shown()).toEqual(["none", "free", null]);
});

it("keeps the newest subscription when events arrive late or twice", async () => {
  const { id, shown, tell } = await newUser();
  await tell(5, { status: "active", tier: "premium" });
  await tell(3, { status: "canceled", tier: "free" });
  await tell(5, { status: "past_due", tier: "premium" });
  await tell(4, null);
  const marker = await newUser();
  await Promise.all([seqOf(id, 5), marker.tell(1, { status: "active", tier: "premium" })]);
  await seqOf(marker.id, 1);
  expect(await shown()).toEqual(["active", "premium", null]);
});

it("shows a free account once the access date has passed, without another event", async () => {
  const { id, shown, tell } = await newUser();
  const end = Date.now() - 1_000;
  await tell(1, { status: "active", tier: "premium", periodEndMs: end, accessUntilMs: end });
  await seqOf(id, 1);
  expect(await shown()).toEqual(["canceled", "free", new Date(end).toISOString()]);
});

it("neither publishes nor versions the account for a subscription event", async () => {
  const { id, tell } = await newUser();
  await tell(1, { status: "active", tier: "premium" });
  await seqOf(id, 1);
  await eventually(async () => {
    const document = await accounts.users.findOne({ _id: id as never });
    expect(document).not.toHaveProperty("pending");
    expect(document).toMatchObject({ version: 1 });
  });
  const own = billing.records.filter(({ key }) => key === id);
  expect(own.map(({ seq }) => seq)).toEqual([1]);
});

it("handles the next message after an unreadable one", async () => {
  const { id, shown, tell } = await newUser();
  await billing.publishSubscription({ key: id, value: Buffer.from("garbage"), seq: 1 });
  await tell(2, { status: "golden", tier: "premium" });
  await tell(3, { status: "active", tier: "premium" });
  await seqOf(id, 3);
  expect(await shown()).toEqual(["active", "premium", null]);
  expect(service.failures).toEqual([]);
});
