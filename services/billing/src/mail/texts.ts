import type { MailText } from "@orbline/kit/mail/layout";
import { type Plan, planTerms } from "@orbline/proto/constants/plans";
import type { EmailFacts, EmailKind } from "../domain/effects.ts";

/** The product's name and origin in the emails. */
export type Sender = { brand: string; origin: string };

type FactsOf<Kind extends EmailKind> = Extract<EmailFacts, { kind: Kind }>;

type Words = Pick<MailText, "subject" | "paragraphs" | "action">;

type Catalog = {
  [Kind in EmailKind]: (facts: FactsOf<Kind>, sender: Sender) => Words;
};

const day = (date: Date) => inUtc({}).format(date);

const moment = (date: Date) => `${inUtc({ timeStyle: "short" }).format(date)} UTC`;

const account = (label: string, { origin }: Sender) => ({ label, url: `${origin}/account` });

const howToCancel = "You can cancel at any time in your account, in two clicks.";

/** Every email that billing sends. */
const catalog: Catalog = {
  "trial-started": ({ endsAt, priceCents }, sender) => ({
    subject: `Your free trial has begun: first charge on ${day(endsAt)}`,
    paragraphs: [
      `Your free trial runs until ${moment(endsAt)}. Nothing was charged today.`,
      `Unless you cancel before then, your card is charged ${money(priceCents)} on ${day(endsAt)}, and the same each time the plan renews.`,
      howToCancel,
    ],
    action: account("See or cancel your plan", sender),
  }),
  receipt: ({ plan, amountCents, currency, paidAt, renews }, sender) => ({
    subject: `Your receipt: ${money(amountCents, currency)} on ${day(paidAt)}`,
    paragraphs: [
      "Thank you. We have received your payment.",
      `What: ${planName(plan)}. Date: ${day(paidAt)}. Sum: ${money(amountCents, currency)}.`,
      renews ? howToCancel : "This was a single payment; nothing more will be charged.",
    ],
    action: account("See your invoices", sender),
  }),
  "payment-failed": ({ amountCents, currency, nextAttemptAt, graceUntil }, sender) => ({
    subject: `Your payment of ${money(amountCents, currency)} did not go through`,
    paragraphs: [
      `Your bank declined a payment of ${money(amountCents, currency)}.`,
      ...(nextAttemptAt
        ? [
            `We try again on ${day(nextAttemptAt)}.`,
            `Your access stays until ${moment(graceUntil)}, and comes back with the payment.`,
          ]
        : ["This was the last attempt, so the subscription ends now."]),
      howToCancel,
    ],
    action: account("Enter another card", sender),
  }),
  canceled: ({ plan, accessUntil }, sender) => ({
    subject: "Your subscription is canceled",
    paragraphs: [
      `${planName(plan)}: your cancellation is confirmed. Nothing more will be charged.`,
      accessUntil ? `Your access stays until ${moment(accessUntil)}.` : "Your access has ended.",
    ],
    action: account("See your account", sender),
  }),
  "unpaid-ended": (_facts, { origin }) => ({
    subject: "Your subscription has ended",
    paragraphs: [
      "Your last payment could not be collected, so your subscription has ended.",
      "Nothing more will be charged. You are welcome to subscribe again.",
    ],
    action: { label: "Subscribe again", url: `${origin}/subscription` },
  }),
  refunded: ({ amountCents, currency }, sender) => ({
    subject: `Your refund of ${money(amountCents, currency)}`,
    paragraphs: [
      `We have refunded ${money(amountCents, currency)} to the card that you paid with.`,
      "Banks take a few days to show it.",
    ],
    action: account("See your invoices", sender),
  }),
};

/** Writes the text of an email to a user. */
export function wordsOf<Kind extends EmailKind>(
  facts: FactsOf<Kind>,
  username: string,
  sender: Sender,
): MailText {
  const write: Catalog[Kind] = catalog[facts.kind];
  const words = write(facts, sender);
  return {
    ...words,
    subject: `${sender.brand}: ${words.subject}`,
    greeting: `Hello ${username},`,
    footer: [
      `${sender.brand} is entertainment with no guarantee of outcomes. We take no bets.`,
      `Help: ${sender.origin}/responsible-gaming`,
    ],
  };
}

function planName(plan: Plan) {
  const { name } = planTerms[plan];
  if (plan === "trial") return name;
  return plan === "lifetime" ? `${name} access` : `${name} plan`;
}

function money(cents: number, currency = "usd") {
  return new Intl.NumberFormat("en-US", { style: "currency", currency }).format(cents / 100);
}

function inUtc(options: Intl.DateTimeFormatOptions) {
  return new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC", ...options });
}
