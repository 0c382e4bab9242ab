import { expect, it } from "vitest";
import type { EmailFacts } from "../domain/effects.ts";
import { wordsOf } from "./texts.ts";

const sender = { brand: "Orbline", origin: "https://orbline.test" };
const at = new Date("2026-11-24T12:30:00Z");
const jo = { id: "usr_0f8e2c7a4b1d4e6f9a3c250baa5537c7", username: "jo" };
const say = (facts: EmailFacts) => {
  const { subject, paragraphs, action } = wordsOf(facts, jo, sender);
  return [subject, ...paragraphs, action?.url].join("\n");
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
  expect(receipt).toContain("Monthly plan: $19.99, paid on November 24, 2026, 12:30 PM UTC.");
  const single = say({ kind: "receipt", ...paid, plan: "lifetime", renews: false });
  expect(single).toContain("You won't be charged again");
});

it("does not repeat the product's name, which the sender has, in the subject", () => {
  expect(wordsOf({ kind: "unpaid-ended" }, jo, sender).subject).toBe("Your subscription has ended");
});

it("writes the date and amount of the first charge into the email about a trial", () => {
  const facts = say({ kind: "trial-started", endsAt: at, priceCents: 1_999 });
  expect(facts).toContain("First charge: November 24, 2026, 12:30 PM UTC");
  expect(facts).toContain("$19.99");
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
