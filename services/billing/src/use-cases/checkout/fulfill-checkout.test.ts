import { AppError } from "@orbline/kit/errors";
import { describe, expect, it } from "vitest";
import type { Checkout } from "../../domain/checkout.ts";
import type { Dispute } from "../../domain/payment/payment.ts";
import { fakeDeps, memorySubscriptions } from "../../testing/fake-deps.ts";
import { buy, day, empty, later, now, payment, snapshot } from "../../testing/fixtures.ts";
import type { Account } from "../ports.ts";
import { processWebhook } from "../webhooks.ts";
import { fulfillCheckout } from "./fulfill-checkout.ts";
import { verifyCheckout } from "./verify-checkout.ts";

const clock = { now: () => now };
const account: Account = {
  id: "usr_1",
  username: "jo",
  role: "user",
  emailVerified: false,
  hasPassword: true,
  createdAt: new Date(0),
};

/** A purchase with an address that has no account. The first emails with its link fail with these errors. */
const bought = (...failures: AppError[]) => {
  const done: string[] = [];
  let checkout: Checkout = {
    id: "chk_1",
    plan: "monthly",
    source: "test",
    status: "open",
    sessionId: "cs_1",
    createdAt: now,
    guest: { secretHash: "x", email: "a@example.com", mailed: 0 },
  };
  const session = { checkoutId: "chk_1", isComplete: true, isPaid: true, subscription: snapshot() };
  const deps = fakeDeps(clock, {
    checkouts: {
      find: () => Promise.resolve(checkout),
      attach: (_id: string, userId: string) => {
        checkout = { ...checkout, userId };
        return Promise.resolve(userId);
      },
      settleGuest: (_id: string, { accountId }: { accountId: string }) => {
        done.push(`settle ${accountId}`);
        return Promise.resolve();
      },
      pay: () => {
        done.push("pay");
        return Promise.resolve();
      },
    },
    accounts: {
      open: () => Promise.resolve({ account, created: true }),
      sendClaimLink: ({ userId, email }) => {
        if (email !== "a@example.com") throw new Error("this address did not pay");
        const failure = failures.shift();
        if (failure) return Promise.reject(failure);
        done.push(`mail ${userId}`);
        return Promise.resolve();
      },
    },
    provider: { findSession: () => Promise.resolve({ ...session, id: "cs_1", createdAt: now }) },
  });
  return { fulfill: () => fulfillCheckout(deps, "cs_1"), done, deps };
};

it("sends a claim link at the next attempt when the first one failed", async () => {
  const { fulfill, done } = bought(new AppError("unavailable", "identity.down", "No answer."));
  await expect(fulfill()).rejects.toMatchObject({ code: "identity.down" });
  expect(done).toEqual([]);
  expect(await fulfill()).toMatchObject({ kind: "fulfilled", checkout: { userId: "usr_1" } });
  expect(done).toEqual(["mail usr_1", "settle usr_1", "pay"]);
});

it("refunds the purchase of a guest whose address was excluded after the page had opened", async () => {
  const { fulfill, deps } = bought();
  await deps.excludedAddresses.add("a@example.com", later(day));
  const effect = { kind: "cancel-and-refund", objectId: "sub_1", reason: "self-excluded" };
  expect(await fulfill()).toMatchObject({
    kind: "fulfilled",
    subscription: { sources: [], effects: [effect] },
  });
});

it("retries a purchase later while the account with its address is being deleted", async () => {
  const { fulfill, done } = bought(new AppError("not-found", "user.unknown", "No such user."));
  await expect(fulfill()).rejects.toMatchObject({ kind: "unavailable", code: "account.leaving" });
  expect(done).toEqual([]);
});

/** Checkouts of trials. Each is fulfilled with the card that its subscription charges at that moment. */
const trials = () => {
  const cards = new Map<string, string>();
  const subscriptions = memorySubscriptions(clock);
  const claim = (card: string | undefined, userId: string) => {
    if (card === undefined) return Promise.resolve(false);
    cards.set(card, cards.get(card) ?? userId);
    return Promise.resolve(cards.get(card) === userId);
  };
  const fulfill = (
    userId: string,
    cardFingerprint: string | undefined,
    status: "trialing" | "active",
  ) => {
    const trial = snapshot({ id: `sub_of_${userId}`, plan: "trial", status });
    const session = { id: "cs_1", checkoutId: "chk_1", isComplete: true, isPaid: true };
    const found = { ...session, subscription: trial, cardFingerprint, createdAt: now };
    const checkout = { id: "chk_1", userId, plan: "trial", source: "test" } as const;
    const deps = fakeDeps(clock, {
      checkouts: {
        find: () => Promise.resolve({ ...checkout, status: "open", createdAt: now }),
        pay: () => Promise.resolve(),
      },
      provider: { findSession: () => Promise.resolve(found) },
      trialCards: { claim },
      subscriptions,
    });
    return fulfillCheckout(deps, "cs_1");
  };
  const of = async (userId: string) => {
    const { effects = [], refusals, entitled } = (await subscriptions.find(userId))?.state ?? {};
    const pending = effects.filter(({ kind }) => kind !== "email");
    return { pending, refusals, entitled };
  };
  return { fulfill, of, cards, subscriptions };
};

const kept = { pending: [], refusals: [], entitled: true };

describe("the card of a trial", () => {
  it("may change to a card of another trial later without ending the trial", async () => {
    const { fulfill, of } = trials();
    await fulfill("usr_1", "card_1", "trialing");
    await fulfill("usr_2", "card_2", "trialing");
    await fulfill("usr_1", "card_2", "active");
    expect(await of("usr_1")).toEqual(kept);
  });

  it("stays unused when the account's second trial is refused", async () => {
    const { fulfill, of, subscriptions } = trials();
    subscriptions.put({ ...empty, trialUsedAt: later(-90 * day) });
    await fulfill("usr_1", "card_1", "trialing");
    expect((await of("usr_1")).refusals).toMatchObject([{ reason: "trial-used" }]);
    await fulfill("usr_2", "card_1", "trialing");
    expect(await of("usr_2")).toEqual(kept);
  });

  it("stays unused when the trial of a self-excluded user is refused", async () => {
    const { fulfill, of, subscriptions, cards } = trials();
    subscriptions.put({ ...empty, selfExcludedUntil: later(90 * day) });
    for (const _again of [1, 2]) await fulfill("usr_1", "card_1", "trialing");
    expect(await of("usr_1")).toMatchObject({
      pending: [{ kind: "cancel-and-refund", objectId: "sub_of_usr_1" }],
      refusals: [{ objectId: "sub_of_usr_1", reason: "self-excluded" }],
      entitled: false,
    });
    expect([...cards.keys()]).toEqual([]);
  });

  it("makes the refusal permanent when another account had a trial with it", async () => {
    const { fulfill, of, cards } = trials();
    cards.set("card_1", "usr_2");
    await fulfill("usr_1", "card_1", "trialing");
    await fulfill("usr_1", "card_2", "trialing");
    const refused = [{ objectId: "sub_of_usr_1", reason: "trial-used" }];
    expect(await of("usr_1")).toMatchObject({ refusals: refused, entitled: false });
    expect([...cards.keys()]).toEqual(["card_1"]);
  });

  it("is required: a payment method without a fingerprint gets no trial", async () => {
    const { fulfill, of } = trials();
    await fulfill("usr_1", undefined, "trialing");
    const refused = [{ objectId: "sub_of_usr_1", reason: "trial-used" }];
    expect(await of("usr_1")).toMatchObject({ refusals: refused, entitled: false });
  });

  it("may be removed later without ending the trial", async () => {
    const { fulfill, of } = trials();
    await fulfill("usr_1", "card_1", "trialing");
    await fulfill("usr_1", undefined, "trialing");
    expect(await of("usr_1")).toEqual(kept);
  });

  it("still serves its trial after a crash right after the claim", async () => {
    const { fulfill, of, cards } = trials();
    cards.set("card_1", "usr_1");
    await fulfill("usr_1", "card_1", "trialing");
    expect(await of("usr_1")).toEqual(kept);
  });
});

/** A lifetime purchase beside a running month. The test sets what the provider returns. */
const lifetime = () => {
  const subscriptions = memorySubscriptions(clock);
  subscriptions.put(buy(empty));
  const checkout = { id: "chk_1", userId: "usr_1", plan: "lifetime", sessionId: "cs_1" } as const;
  const stored: Checkout = { ...checkout, source: "test", status: "open", createdAt: now };
  const purchase = { id: "pi_lifetime", checkoutId: "chk_1", amountCents: 24_900 };
  let [refundedCents, dispute]: [number, Dispute] = [0, "none"];
  const session = { id: "cs_1", checkoutId: "chk_1", isComplete: true, isPaid: true };
  const deps = fakeDeps(clock, {
    checkouts: {
      find: () => Promise.resolve(stored),
      findBySession: () => Promise.resolve(stored),
      pay: () => Promise.resolve(),
    },
    provider: {
      findPayment: () => Promise.resolve(payment({ ...purchase, refundedCents, dispute })),
      findSession: () => {
        const isReversed = refundedCents > 0 || dispute === "open";
        return Promise.resolve({ ...session, paymentId: purchase.id, isReversed, createdAt: now });
      },
    },
    accounts: { find: () => Promise.resolve(account) },
    subscriptions,
  });
  return {
    goesBack: (how: "refunded" | Dispute) => {
      [refundedCents, dispute] = how === "refunded" ? [24_900, "none"] : [0, how];
    },
    hears: (type: string, objectId: string) => processWebhook(deps, { type, objectId }),
    visits: () => verifyCheckout(deps, "cs_1", { userId: "usr_1" }),
    of: async () => {
      const { sources = [], effects = [] } = (await subscriptions.find("usr_1"))?.state ?? {};
      const held = sources.map(({ id, endedAt }) => [id, endedAt === undefined]);
      return { held, pending: effects.filter(({ kind }) => kind !== "email") };
    },
  };
};

const monthly = { held: [["sub_1", true]], pending: [] };

describe("a lifetime purchase", () => {
  it("gives no access and ends no subscription when it was refunded before its webhook arrived", async () => {
    const { goesBack, hears, visits, of } = lifetime();
    goesBack("refunded");
    expect(await hears("charge.refunded", "pi_lifetime")).toBe("applied");
    expect(await visits()).toMatchObject({ success: false, error: expect.any(String) });
    expect(await of()).toEqual(monthly);
    expect(await hears("checkout.session.completed", "cs_1")).toBe("applied");
    expect(await of()).toEqual(monthly);
  });

  it("takes effect once a dispute that arrived before its webhook is won", async () => {
    const { goesBack, hears, of } = lifetime();
    goesBack("open");
    await hears("charge.dispute.created", "pi_lifetime");
    await hears("checkout.session.completed", "cs_1");
    expect(await of()).toEqual(monthly);
    goesBack("won");
    await hears("charge.dispute.closed", "pi_lifetime");
    const { held, pending } = await of();
    expect(Object.fromEntries(held)).toEqual({ sub_1: false, pi_lifetime: true });
    expect(pending).toMatchObject([{ kind: "cancel", objectId: "sub_1" }]);
  });
});
