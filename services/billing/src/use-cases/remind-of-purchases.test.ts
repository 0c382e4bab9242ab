import { AppError } from "@orbline/kit/errors";
import { expect, it } from "vitest";
import type { Checkout } from "../domain/checkout.ts";
import { memorySubscriptions, succeededPayments } from "../testing/fake-deps.ts";
import { day, later, now, snapshot } from "../testing/fixtures.ts";
import type { Fulfilment } from "./fulfil-checkout.ts";
import type { Checkouts, Payments } from "./ports.ts";
import { remindOfPurchases } from "./remind-of-purchases.ts";

const purchase = {
  id: "chk_1",
  plan: "monthly",
  source: "test",
  status: "paid",
  sessionId: "cs_1",
  createdAt: now,
  guest: { secretHash: "x", email: "a@example.com", accountId: "usr_1", paidAt: now, mailed: 1 },
} satisfies Checkout;

const unknown = () => Promise.reject(new AppError("not-found", "session.unknown", "No such page."));
const unpaid = () => Promise.resolve<Fulfilment>({ kind: "unpaid" });

type Fulfil = (sessionId: string) => Promise<Fulfilment>;

/** What the provider knows of a purchase, where a test does not say otherwise: a subscription. */
const asKnown = () => Promise.resolve({ subscription: snapshot(), customerId: "cus_1" });

type Find = () => Promise<object>;
type Look = { failure?: AppError; fulfil?: Fulfil; findSession?: Find; findPayment?: Find };

const look = async (
  due: Checkout,
  { failure, fulfil = unpaid, findSession = asKnown, findPayment = asKnown }: Look = {},
) => {
  const done: string[] = [];
  const note = (what: string) => {
    done.push(what);
    return Promise.resolve();
  };
  const remind = remindOfPurchases({
    subscriptions: memorySubscriptions(() => now),
    checkouts: {
      findRemindable: () => Promise.resolve([due]),
      find: () => Promise.resolve(due),
      abandon: () => Promise.resolve(true),
      noteGuest: (_id, changes) => note(`note ${Object.keys(changes).join(" ")}`),
      forget: (id) => note(`forget ${id}`),
    } as Partial<Checkouts> as Checkouts,
    payments: {
      findSession,
      findPayment,
      cancelAndRefund: (id: string) => note(`give back ${id}`),
      eraseCustomer: (id: string) => note(`erase ${id}`),
    } as unknown as Payments,
    records: succeededPayments("pi_new"),
    accounts: {
      find: () => Promise.reject(new Error("nobody asks")),
      signUp: () => Promise.reject(new Error("nobody signs up")),
      open: () => Promise.reject(new Error("nobody opens")),
      sendClaimLink: ({ email }) => {
        if (email !== "a@example.com") throw new Error("this address did not pay");
        return failure ? Promise.reject(failure) : note("remind");
      },
    },
    fulfil,
    claim: ({ userId }) => note(`claim for ${userId}`),
    clock: { now: () => later(2 * day) },
    owe: () => undefined,
    report: () => void done.push("report"),
  });
  await remind();
  return done;
};

it("who has not claimed a purchase is reminded", async () => {
  expect(await look(purchase)).toEqual(["remind", "note mailed"]);
});

it("a purchase whose account is gone goes back at once, and the buyer is forgotten", async () => {
  const gone = new AppError("not-found", "account.unknown", "There is no such account.");
  const undone = ["give back sub_1", "erase cus_1", "note abandonedAt email"];
  expect(await look(purchase, { failure: gone })).toEqual(undone);
});

it("one that could not be mailed stays for the next look", async () => {
  const down = new AppError("unavailable", "identity.down", "Identity does not answer.");
  expect(await look(purchase, { failure: down })).toEqual(["report"]);
});

it("a page that was never paid is forgotten with its address", async () => {
  const forgotten = ["forget chk_1"];
  expect(await look({ ...purchase, status: "open" })).toEqual(forgotten);
  expect(await look({ ...purchase, status: "open" }, { fulfil: unknown })).toEqual(forgotten);
});

it("but not while another account than ours is asked for it", async () => {
  const atAnother = { fulfil: unknown, findPayment: unknown };
  expect(await look({ ...purchase, status: "open" }, atAnother)).toEqual(["report"]);
});

it.each(["open", "paid"] as const)(
  "a purchase (%s) whose payment had no effect so far has it then, and is not forgotten",
  async (status) => {
    const { accountId: _nobody, paidAt: _unheard, ...guest } = purchase.guest;
    const asked: string[] = [];
    const fulfil = (sessionId: string) => {
      asked.push(sessionId);
      return Promise.resolve({ kind: "unclaimed" } as Fulfilment);
    };
    const due = { ...purchase, status, guest: { ...guest, mailed: 0 } };
    expect(await look(due, { fulfil })).toEqual([]);
    expect(asked).toEqual(["cs_1"]);
  },
);

it("one of which the provider cannot be asked stays for the next look", async () => {
  const down = () => Promise.reject(new AppError("unavailable", "payments.down", "No answer."));
  expect(await look({ ...purchase, status: "open" }, { fulfil: down })).toEqual(["report"]);
});

it("one that the provider does not know any more is told of and ends, but not at another account than ours", async () => {
  const overdue = { ...purchase, guest: { ...purchase.guest, mailed: 3 } };
  expect(await look(overdue, { findSession: unknown })).toEqual([
    "report",
    "note abandonedAt email",
  ]);
  const atAnother = { findSession: unknown, findPayment: unknown };
  expect(await look(overdue, atAnother)).toEqual(["report"]);
});

it("a claim that died before the purchase had its effect is finished", async () => {
  const claimed = { ...purchase, guest: { ...purchase.guest, claimedAt: now } };
  expect(await look(claimed)).toEqual(["claim for usr_1", "note "]);
});

it("giving back that has begun goes on, and nobody is reminded any more", async () => {
  const begun = { ...purchase, guest: { ...purchase.guest, abandoningAt: now } };
  expect(await look(begun)).toEqual(["give back sub_1", "erase cus_1", "note abandonedAt email"]);
});
