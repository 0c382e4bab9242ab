import { greetingTo } from "@orbline/kit/mail/greeting";
import { type MailText, smallPrintOf } from "@orbline/kit/mail/layout";
import { mailTime } from "@orbline/kit/mail/time";
import { type PaidPlan, planTerms } from "@orbline/proto/constants/plans";
import { chosenUsername } from "@orbline/proto/constants/usernames";
import type { EmailFacts, EmailKind } from "../domain/effects.ts";

/** The product's name and origin in the emails. */
export type Sender = { brand: string; origin: string };

type FactsOf<Kind extends EmailKind> = Extract<EmailFacts, { kind: Kind }>;

type Words = Pick<MailText, "subject" | "paragraphs" | "facts" | "action">;

type Catalog = {
  [Kind in EmailKind]: (facts: FactsOf<Kind>, sender: Sender) => Words;
};

const account = (label: string, { origin }: Sender) => ({ label, url: `${origin}/account` });

const subscribeAgain = ({ origin }: Sender) => ({
  label: "Subscribe again",
  url: `${origin}/subscription`,
});

const howToCancel = "Cancel anytime in your account, in two clicks.";

/** Every email that billing sends. */
const catalog: Catalog = {
  "trial-started": ({ endsAt, priceCents }, sender) => ({
    subject: "Your free trial has started",
    paragraphs: [
      `You weren't charged today. Unless you cancel before the first charge, you'll pay ${money(priceCents)} each month.`,
      howToCancel,
    ],
    facts: [
      ["Charged today", money(0)],
      ["First charge", `${money(priceCents)} on ${mailTime(endsAt)}`],
    ],
    action: account("See or cancel your plan", sender),
  }),
  receipt: ({ plan, amountCents, currency, paidAt, renews }, sender) => ({
    subject: `Your receipt: ${money(amountCents, currency)}`,
    paragraphs: [
      "Thank you. We received your payment.",
      renews ? howToCancel : "This was a single payment. You won't be charged again.",
    ],
    facts: [
      ["Paid for", planName(plan)],
      ["Amount", money(amountCents, currency)],
      ["Paid on", mailTime(paidAt)],
    ],
    action: account("See your invoices", sender),
  }),
  "payment-failed": ({ amountCents, currency, nextAttemptAt, graceUntil }, sender) => ({
    subject: `Your payment of ${money(amountCents, currency)} did not go through`,
    paragraphs: [
      `Your bank declined a payment of ${money(amountCents, currency)}.`,
      ...(nextAttemptAt
        ? [
            `We'll try again on ${mailTime(nextAttemptAt)}.`,
            graceUntil
              ? `You keep access until ${mailTime(graceUntil)}. To keep it after that, update your card.`
              : "Your access is paused until then. To get it back sooner, update your card.",
            howToCancel,
          ]
        : [
            "This was the last attempt, so your subscription ends now.",
            "You can subscribe again at any time.",
          ]),
    ],
    action: nextAttemptAt ? account("Update your card", sender) : subscribeAgain(sender),
  }),
  canceled: ({ plan, accessUntil, excludedUntil }, sender) => ({
    subject: excludedUntil ? "You've excluded yourself" : "Your subscription is canceled",
    paragraphs: excludedUntil
      ? [
          `Your self-exclusion ends on ${mailTime(excludedUntil)}. You get no predictions until then, your plan won't renew, and you won't be charged.`,
          "Want to talk to someone? Call 1-800-GAMBLER: free, confidential, 24/7.",
          "If you didn't exclude yourself, reply to this email.",
        ]
      : [
          plan === "trial"
            ? "Your free trial is canceled. You won't be charged."
            : `Your ${planName(plan).toLowerCase()} is canceled. You won't be charged again.`,
          accessUntil
            ? `You keep access until ${mailTime(accessUntil)}.`
            : "Your access has ended.",
          "If you didn't cancel it, reply to this email.",
        ],
    action: account("See your account", sender),
  }),
  "unpaid-ended": (_facts, sender) => ({
    subject: "Your subscription has ended",
    paragraphs: [
      "Your subscription has ended, because your last payment didn't go through.",
      "You won't be charged again. You can subscribe again at any time.",
    ],
    action: subscribeAgain(sender),
  }),
  refunded: ({ amountCents, currency, plan, paidAt }, sender) => ({
    subject: `Your refund of ${money(amountCents, currency)}`,
    paragraphs: [
      `We refunded ${money(amountCents, currency)} to your card.`,
      "Your bank may take a few days to show it.",
    ],
    facts: plan &&
      paidAt && [
        ["Refund", money(amountCents, currency)],
        ["Paid for", planName(plan)],
        ["Paid on", mailTime(paidAt)],
      ],
    action: account("See your invoices", sender),
  }),
};

/** Writes the text of an email to a user. */
export function wordsOf<Kind extends EmailKind>(
  facts: FactsOf<Kind>,
  user: Parameters<typeof chosenUsername>[0],
  sender: Sender,
): MailText {
  const write: Catalog[Kind] = catalog[facts.kind];
  const words = write(facts, sender);
  return {
    ...words,
    brand: sender.brand,
    greeting: greetingTo(chosenUsername(user)),
    footer: smallPrintOf(sender),
  };
}

function planName(plan: PaidPlan) {
  const { name } = planTerms[plan];
  return plan === "lifetime" ? `${name} access` : `${name} plan`;
}

function money(cents: number, currency = "usd") {
  return new Intl.NumberFormat("en-US", { style: "currency", currency }).format(cents / 100);
}
