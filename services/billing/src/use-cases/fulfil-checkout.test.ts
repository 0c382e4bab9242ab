import { AppError } from "@orbline/kit/errors";
import { describe, expect, it } from "vitest";
import { defaultAccessRules } from "../domain/access.ts";
import type { ClaimLink } from "../domain/account.ts";
import type { Checkout } from "../domain/checkout.ts";
import type { Dispute } from "../domain/payment.ts";
import { memoryInbox, memorySubscriptions } from "../testing/fake-deps.ts";
import { buy, day, empty, later, now, payment, snapshot } from "../testing/fixtures.ts";
import { fulfilCheckout } from "./fulfil-checkout.ts";
import type { BillingDeps } from "./ports.ts";
import { processWebhook } from "./process-webhook.ts";
import { recordPayment } from "./record-payment.ts";
import { verifyCheckout } from "./verify-checkout.ts";

/** A purchase by an e-mail that nobody had; the mails of its link fail with these errors first. */
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
  const deps = {
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
      open: () => Promise.resolve({ account: { id: "usr_1" }, created: true }),
      sendClaimLink: ({ userId, email }: ClaimLink) => {
        if (email !== "a@example.com") throw new Error("this address did not pay");
        const failure = failures.shift();
        if (failure) return Promise.reject(failure);
        done.push(`mail ${userId}`);
        return Promise.resolve();
      },
    },
    payments: { findSession: () => Promise.resolve({ ...session, id: "cs_1", createdAt: now }) },
    erasedUsers: { has: () => Promise.resolve(false) },
    subscriptions: memorySubscriptions(() => now),
    clock: { now: () => now },
    rules: defaultAccessRules,
    owe: () => undefined,
  } as unknown as BillingDeps;
  const turnAway = () => Promise.reject(new Error("nobody has left"));
  return { fulfil: () => fulfilCheckout({ ...deps, turnAway })("cs_1"), done };
};

it("a link to a purchase that could not be mailed is mailed the next time", async () => {
  const { fulfil, done } = bought(new AppError("unavailable", "identity.down", "No answer."));
  await expect(fulfil()).rejects.toMatchObject({ code: "identity.down" });
  expect(done).toEqual([]);
  expect(await fulfil()).toMatchObject({ kind: "fulfilled", checkout: { userId: "usr_1" } });
  expect(done).toEqual(["mail usr_1", "settle usr_1", "pay"]);
});

it("what is paid with the address of an account on its way out is kept for another try", async () => {
  const { fulfil, done } = bought(new AppError("not-found", "user.unknown", "No such user."));
  await expect(fulfil()).rejects.toMatchObject({ kind: "unavailable", code: "account.leaving" });
  expect(done).toEqual([]);
});

/** Checkouts of trials, each fulfilled with the card that its subscription charges at that moment. */
const trials = () => {
  const cards = new Map<string, string>();
  const subscriptions = memorySubscriptions(() => now);
  const claim = (card: string, userId: string) => {
    cards.set(card, cards.get(card) ?? userId);
    return Promise.resolve(cards.get(card) === userId);
  };
  const fulfil = (userId: string, cardFingerprint: string, status: "trialing" | "active") => {
    const trial = snapshot({ id: `sub_of_${userId}`, plan: "trial", status });
    const session = { id: "cs_1", checkoutId: "chk_1", isComplete: true, isPaid: true };
    const found = { ...session, subscription: trial, cardFingerprint, createdAt: now };
    const deps = {
      checkouts: {
        find: () => Promise.resolve({ id: "chk_1", userId, plan: "trial" }),
        pay: () => Promise.resolve(),
      },
      payments: { findSession: () => Promise.resolve(found) },
      erasedUsers: { has: () => Promise.resolve(false) },
      trialCards: { claim },
      subscriptions,
      rules: defaultAccessRules,
      owe: () => undefined,
    } as unknown as Parameters<typeof fulfilCheckout>[0];
    return fulfilCheckout(deps)("cs_1");
  };
  const of = async (userId: string) => {
    const { duties = [], refusals, entitled } = (await subscriptions.find(userId))?.state ?? {};
    const owed = duties.filter(({ kind }) => kind !== "mail");
    return { owed, refusals, entitled };
  };
  return { fulfil, of, cards, subscriptions };
};

const kept = { owed: [], refusals: [], entitled: true };

describe("the card of a trial", () => {
  it("that is changed later, to one that another's trial was had with, undoes nothing", async () => {
    const { fulfil, of } = trials();
    await fulfil("usr_1", "card_1", "trialing");
    await fulfil("usr_2", "card_2", "trialing");
    await fulfil("usr_1", "card_2", "active");
    expect(await of("usr_1")).toEqual(kept);
  });

  it("is free for another's first trial when this one is the account's second", async () => {
    const { fulfil, of, subscriptions } = trials();
    subscriptions.put({ ...empty, trialUsedAt: later(-90 * day) });
    await fulfil("usr_1", "card_1", "trialing");
    expect((await of("usr_1")).refusals).toMatchObject([{ reason: "trial-used" }]);
    await fulfil("usr_2", "card_1", "trialing");
    expect(await of("usr_2")).toEqual(kept);
  });

  it("that another's trial was had with refuses this one, for good", async () => {
    const { fulfil, of, cards } = trials();
    cards.set("card_1", "usr_2");
    await fulfil("usr_1", "card_1", "trialing");
    await fulfil("usr_1", "card_2", "trialing");
    const refused = [{ objectId: "sub_of_usr_1", reason: "trial-used" }];
    expect(await of("usr_1")).toMatchObject({ refusals: refused, entitled: false });
    expect([...cards.keys()]).toEqual(["card_1"]);
  });

  it("that was claimed right before a crash still serves its trial", async () => {
    const { fulfil, of, cards } = trials();
    cards.set("card_1", "usr_1");
    await fulfil("usr_1", "card_1", "trialing");
    expect(await of("usr_1")).toEqual(kept);
  });
});

/** A lifetime purchase beside a running month, of which the provider has not told yet. */
const lifetime = () => {
  const subscriptions = memorySubscriptions(() => now);
  subscriptions.put(buy(empty));
  const checkout = { id: "chk_1", userId: "usr_1", plan: "lifetime", sessionId: "cs_1" };
  const purchase = { id: "pi_lifetime", checkoutId: "chk_1", amountCents: 24_900 };
  let [refundedCents, dispute]: [number, Dispute] = [0, "none"];
  const session = { id: "cs_1", checkoutId: "chk_1", isComplete: true, isPaid: true };
  const deps = {
    checkouts: {
      find: () => Promise.resolve(checkout),
      findBySession: () => Promise.resolve(checkout),
      pay: () => Promise.resolve(),
    },
    payments: {
      findPayment: () => Promise.resolve(payment({ ...purchase, refundedCents, dispute })),
      findSession: () => {
        const isTakenBack = refundedCents > 0 || dispute === "open";
        return Promise.resolve({ ...session, paymentId: purchase.id, isTakenBack, createdAt: now });
      },
    },
    records: {
      find: () => Promise.resolve(undefined),
      update: (_id: string, decide: (known: undefined) => unknown) =>
        Promise.resolve({ state: decide(undefined) }),
    },
    accounts: { find: () => Promise.resolve({}) },
    erasedUsers: { has: () => Promise.resolve(false) },
    subscriptions,
    clock: { now: () => now },
    rules: defaultAccessRules,
    owe: () => undefined,
    owePayment: () => undefined,
    report: (error: unknown) => {
      throw error;
    },
  } as unknown as Parameters<typeof fulfilCheckout>[0] & BillingDeps;
  const fulfil = fulfilCheckout(deps);
  const nothing = () => Promise.resolve(true);
  const record = recordPayment({ ...deps, fulfil, sync: nothing });
  return {
    goesBack: (how: "refunded" | Dispute) => {
      [refundedCents, dispute] = how === "refunded" ? [24_900, "none"] : [0, how];
    },
    hears: async (type: string, objectId: string) => {
      const { inbox, state } = memoryInbox({ id: "evt_1", type, objectId, attempts: 0 });
      const effects = { fulfil, record, sync: nothing, recordInvoice: nothing };
      await processWebhook({ ...deps, ...effects, inbox })("evt_1");
      return state().outcome;
    },
    visits: () => verifyCheckout({ ...deps, fulfil })("cs_1", { userId: "usr_1" }),
    of: async () => {
      const { sources = [], duties = [] } = (await subscriptions.find("usr_1"))?.state ?? {};
      const held = sources.map(({ id, endedAt }) => [id, endedAt === undefined]);
      return { held, owed: duties.filter(({ kind }) => kind !== "mail") };
    },
  };
};

const monthly = { held: [["sub_1", true]], owed: [] };

describe("a lifetime purchase", () => {
  it("that has gone back before we hear of it gives nothing and ends nothing", async () => {
    const { goesBack, hears, visits, of } = lifetime();
    goesBack("refunded");
    expect(await hears("charge.refunded", "pi_lifetime")).toBe("done");
    expect(await visits()).toMatchObject({ success: false, error: expect.any(String) });
    expect(await of()).toEqual(monthly);
    expect(await hears("checkout.session.completed", "cs_1")).toBe("done");
    expect(await of()).toEqual(monthly);
  });

  it("that was disputed before we hear of it comes in when the dispute is won", async () => {
    const { goesBack, hears, of } = lifetime();
    goesBack("open");
    await hears("charge.dispute.created", "pi_lifetime");
    await hears("checkout.session.completed", "cs_1");
    expect(await of()).toEqual(monthly);
    goesBack("won");
    await hears("charge.dispute.closed", "pi_lifetime");
    const { held, owed } = await of();
    expect(Object.fromEntries(held)).toEqual({ sub_1: false, pi_lifetime: true });
    expect(owed).toMatchObject([{ kind: "cancel", objectId: "sub_1" }]);
  });
});
