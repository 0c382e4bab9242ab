import { expect, it } from "vitest";
import type { EmailFacts } from "../domain/effects.ts";
import { wordsOf } from "./texts.ts";

const sender = { brand: "Orbline", origin: "https://orbline.test" };
const at = new Date("2026-11-24T12:30:00Z");
const jo = { id: "usr_0f8e2c7a4b1d4e6f9a3c250baa5537c7", username: "jo" };
const say = (facts: EmailFacts) => {
  const { subject, paragraphs, facts: table = [], action } = wordsOf(facts, jo, sender);
  const lines = table.map(([name, value]) => `${name}: ${value}`);
  return [subject, ...paragraphs, ...lines, action?.url].join("\n");
};

const greetingFor = (username: string) =>
  wordsOf({ kind: "unpaid-ended" }, { ...jo, username }, sender).greeting;

it("greets by the username, unless mail programs could make a link of it", () => {
  expect(greetingFor("jo_1")).toBe("Hello jo_1,");
  expect(greetingFor("prizes.example")).toBe("Hello,");
});

it("greets a guest, whose username is generated, without a name", () => {
  expect(greetingFor("player-250baa5537c7")).toBe("Hello,");
});

it("writes the date, the amount and how to cancel into a receipt", () => {
  const paid = { plan: "monthly", amountCents: 1_999, currency: "usd", paidAt: at } as const;
  const receipt = say({ kind: "receipt", ...paid, renews: true });
  for (const part of [
    "November 24, 2026, 12:30 PM UTC",
    "$19.99",
    "Monthly plan",
    "Cancel anytime",
    "/account",
  ])
    expect(receipt).toContain(part);
  expect(receipt).toContain(
    "Paid for: Monthly plan\nAmount: $19.99\nPaid on: November 24, 2026, 12:30 PM UTC",
  );
  const single = say({ kind: "receipt", ...paid, plan: "lifetime", renews: false });
  expect(single).toContain("You won't be charged again");
});

it("does not repeat the product's name, which the sender has, in the subject", () => {
  expect(wordsOf({ kind: "unpaid-ended" }, jo, sender).subject).toBe("Your subscription has ended");
});

it("writes the date and amount of the first charge into the email about a trial", () => {
  const facts = say({ kind: "trial-started", endsAt: at, priceCents: 1_999 });
  expect(facts).toContain(
    "Charged today: $0.00\nFirst charge: $19.99 on November 24, 2026, 12:30 PM UTC",
  );
});

it("writes the time zone after every date, because screens show the date of the user's zone", () => {
  const emails: EmailFacts[] = [
    { kind: "trial-started", endsAt: at, priceCents: 1_999 },
    {
      kind: "receipt",
      plan: "monthly",
      amountCents: 1_999,
      currency: "usd",
      paidAt: at,
      renews: true,
    },
    {
      kind: "payment-failed",
      amountCents: 1_999,
      currency: "usd",
      nextAttemptAt: at,
      graceUntil: at,
    },
    { kind: "canceled", plan: "annual", accessUntil: at },
    { kind: "refunded", amountCents: 1_999, currency: "usd", plan: "monthly", paidAt: at },
  ];
  for (const email of emails)
    expect(say(email).replaceAll("November 24, 2026, 12:30 PM UTC", "")).not.toContain("2026");
});

it("writes the next attempt and the end of access into the email about a failed payment", () => {
  const failed = { kind: "payment-failed", amountCents: 1_999, currency: "usd" } as const;
  const next = say({ ...failed, nextAttemptAt: at, graceUntil: at });
  expect(next).toContain("We'll try again on November 24, 2026, 12:30 PM UTC.");
  expect(next).toContain("You keep access until November 24, 2026, 12:30 PM UTC.");
  expect(next).toMatch(/\/account$/);
  const later = say({ ...failed, nextAttemptAt: at });
  expect(later).toContain("Your access is paused until then.");
  expect(later).not.toContain("You keep access");
});

it("offers a new subscription, and no cancellation, after the last failed attempt", () => {
  const failed = { kind: "payment-failed", amountCents: 1_999, currency: "usd" } as const;
  const last = say({ ...failed, graceUntil: at });
  expect(last).toContain("the last attempt");
  expect(last).not.toContain("Cancel anytime");
  expect(last).toMatch(/\/subscription$/);
});

it("writes the end of access into the email about a cancellation", () => {
  expect(say({ kind: "canceled", plan: "annual", accessUntil: at })).toContain(
    "You keep access until",
  );
  expect(say({ kind: "canceled", plan: "annual" })).toContain("Your access has ended.");
  const trial = say({ kind: "canceled", plan: "trial", accessUntil: at });
  expect(trial).toContain("Your free trial is canceled. You won't be charged.");
});

it("says that a self-exclusion stopped the renewal, and promises no access", () => {
  const excluded = {
    kind: "canceled",
    plan: "annual",
    accessUntil: at,
    excludedUntil: at,
  } as const;
  expect(say(excluded)).toContain("Your self-exclusion ends on November 24, 2026, 12:30 PM UTC.");
  expect(say(excluded)).not.toContain("You keep access");
  expect(wordsOf(excluded, jo, sender).subject).toBe("You've excluded yourself");
});

it("says which payment a refund is of, unless the refund was noted by an earlier release", () => {
  const refund = { kind: "refunded", amountCents: 500, currency: "usd" } as const;
  expect(say({ ...refund, plan: "annual", paidAt: at })).toContain(
    "Refund: $5.00\nPaid for: Annual plan\nPaid on: November 24, 2026, 12:30 PM UTC",
  );
  expect(say(refund)).toBe(
    [
      "Your refund of $5.00",
      "We refunded $5.00 to your card.",
      "Your bank may take a few days to show it.",
      "https://orbline.test/account",
    ].join("\n"),
  );
});

it("fits each subject into the list of a phone's inbox", () => {
  const money = { amountCents: 1_234_567, currency: "usd" };
  const emails: EmailFacts[] = [
    { kind: "trial-started", endsAt: at, priceCents: 1_999 },
    { kind: "receipt", plan: "monthly", ...money, paidAt: at, renews: true },
    { kind: "payment-failed", ...money, nextAttemptAt: at },
    { kind: "canceled", plan: "annual" },
    { kind: "unpaid-ended" },
    { kind: "refunded", ...money },
  ];
  for (const email of emails)
    expect(wordsOf(email, jo, sender).subject.length).toBeLessThanOrEqual(50);
});
