import { AppError } from "@orbline/kit/errors";
import { expect, it } from "vitest";
import type { Checkout } from "../../domain/checkout.ts";
import { fakeDeps } from "../../testing/fake-deps.ts";
import { applySelfExclusion } from "../../domain/subscription/self-exclusion.ts";
import { day, later, now, snapshot } from "../../testing/fixtures.ts";
import { claimCheckout } from "./claim.ts";
import { followUpGuests } from "./follow-up.ts";

const unclaimed = (number: number, mailed: number): Checkout => ({
  id: `chk_${number}`,
  plan: "monthly",
  source: "test",
  status: "paid",
  sessionId: `cs_${number}`,
  createdAt: now,
  guest: {
    secretHash: "x",
    email: "a@example.com",
    accountId: `usr_${number}`,
    paidAt: now,
    mailed,
  },
});

/** Two unclaimed purchases at their deadline. A test may act when the provider gets the first call about one. */
const setUp = (onFirstRead: { [sessionId: string]: () => Promise<unknown> } = {}, mailed = 3) => {
  const purchases = [unclaimed(1, 3), unclaimed(2, mailed)];
  const kept = new Map(purchases.map((checkout) => [checkout.id, checkout]));
  const undone: string[] = [];
  const reminded: string[] = [];
  const clock = { now: () => later(7 * day) };
  const note = (id: string, changes: object, fields: Partial<Checkout> = {}) => {
    const checkout = kept.get(id);
    if (checkout?.guest)
      kept.set(id, { ...checkout, ...fields, guest: { ...checkout.guest, ...changes } });
    return Promise.resolve(true);
  };
  const deps = fakeDeps(clock, {
    checkouts: {
      find: (id: string) => Promise.resolve(kept.get(id)),
      findRemindable: () => Promise.resolve([...kept.values()]),
      pay: () => Promise.resolve(),
      updateGuest: async (id, changes) => void (await note(id, changes)),
      claim: (id: string, userId: string, claimedAt: Date) =>
        kept.get(id)?.guest?.abandoningAt
          ? Promise.resolve(false)
          : note(id, { claimedAt }, { userId }),
      claimOthers: () => Promise.resolve(),
      abandon: (id: string, abandoningAt: Date) =>
        kept.get(id)?.guest?.claimedAt ? Promise.resolve(false) : note(id, { abandoningAt }),
    },
    provider: {
      findSession: async (id: string) => {
        const { [id]: once } = onFirstRead;
        delete onFirstRead[id];
        await once?.();
        const [checkoutId, customerId] = [id.replace("cs", "chk"), id.replace("cs", "cus")];
        const subscription = snapshot({ id: id.replace("cs", "sub"), customerId });
        const isPaid = { isComplete: true, isPaid: true, createdAt: now };
        return { id, checkoutId, customerId, subscription, ...isPaid };
      },
      cancelAndRefund: (id: string) => Promise.resolve(void undone.push(id)),
      eraseCustomer: (id: string) => Promise.resolve(void undone.push(id)),
    },
    accounts: {
      sendClaimLink: ({ userId }) => Promise.resolve(void reminded.push(userId)),
    },
  });
  const claim = (purchase: { checkoutId: string; userId: string }) => claimCheckout(deps, purchase);
  const sweep = () => followUpGuests(deps);
  const exclude = (userId: string) =>
    deps.subscriptions.update(userId, (current, at) =>
      applySelfExclusion(current, later(90 * day), at),
    );
  const signIn = (id: string) => note(id, { loginUsedAt: now });
  return { claim, sweep, undone, reminded, exclude, signIn };
};

it("does not refund a purchase that its buyer claims during the refund of another one", async () => {
  const second = { checkoutId: "chk_2", userId: "usr_2" };
  const { claim, sweep, undone } = setUp({ cs_1: () => claim(second) });
  await sweep();
  expect(undone).toEqual(["sub_1", "cus_1"]);
  expect(await claim(second)).toMatchObject({ access: { entitled: true } });
});

it("refunds a purchase whose refund has begun and refuses a claim of it", async () => {
  const refusals: unknown[] = [];
  const claimFirst = async () => {
    const refused = claim({ checkoutId: "chk_1", userId: "usr_1" });
    refusals.push(await refused.catch((error: unknown) => error));
  };
  const { claim, sweep, undone } = setUp({ cs_1: claimFirst });
  await sweep();
  expect(refusals).toEqual([expect.any(AppError)]);
  expect(refusals).toMatchObject([{ kind: "not-found", code: "checkout.not-claimable" }]);
  expect(undone).toEqual(["sub_1", "cus_1", "sub_2", "cus_2"]);
});

it("refunds a purchase that a self-excluded user claims", async () => {
  const { claim, exclude, undone } = setUp();
  await exclude("usr_1");
  const first = { checkoutId: "chk_1", userId: "usr_1" };
  await expect(claim(first)).rejects.toMatchObject({ kind: "forbidden", code: "self_excluded" });
  expect(undone).toEqual(["sub_1", "cus_1"]);
  await expect(claim(first)).rejects.toMatchObject({ code: "checkout.not-claimable" });
  expect(undone).toEqual(["sub_1", "cus_1"]);
});

it("neither reminds of nor refunds a purchase whose browser has signed in", async () => {
  for (const mailed of [1, 2, 3]) {
    const { claim, sweep, signIn, undone, reminded } = setUp({}, mailed);
    await signIn("chk_2");
    await sweep();
    expect(undone).toEqual(["sub_1", "cus_1"]);
    expect(reminded).toEqual([]);
    const second = { checkoutId: "chk_2", userId: "usr_2" };
    expect(await claim(second)).toMatchObject({ access: { entitled: true } });
  }
});

it("sends no reminder of a purchase that its buyer claims during the refund of another one", async () => {
  const second = { checkoutId: "chk_2", userId: "usr_2" };
  const claimed = setUp({ cs_1: () => claimed.claim(second) }, 1);
  await claimed.sweep();
  expect(claimed.reminded).toEqual([]);
  const waiting = setUp({}, 1);
  await waiting.sweep();
  expect(waiting.reminded).toEqual(["usr_2"]);
});
