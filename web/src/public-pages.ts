import { trialDays } from "@orbline/proto/constants/plans";

/** Pages for visitors, as search engines and link previews name them. One without a name has the product's title. */
export const publicPages: readonly { path: string; name?: string; description: string }[] = [
  {
    path: "/auth",
    name: "Login",
    description: `Sign in to Orbline, or create an account and try every sport free for ${trialDays} days.`,
  },
  {
    path: "/welcome",
    description: `Picks for seven sports with the break-even price, the expected value and the chance of losing beside each one. ${trialDays} days free. Entertainment only, 21+.`,
  },
  {
    path: "/how-it-works",
    name: "How It Works",
    description:
      "How a pick is made: a model and the market's prices, what each figure means, and when there is no good price.",
  },
  {
    path: "/subscription",
    name: "Premium Package",
    description:
      "What Orbline costs: a free trial, monthly, annual or once for good, and what happens on which day.",
  },
  {
    path: "/check",
    name: "Price check",
    description:
      "Enter a bet and its odds. Orbline says whether the price is good, fair or overpriced, and what it would have to pay.",
  },
  {
    path: "/record",
    name: "The record",
    description:
      "Every prediction of Orbline whose games have ended, won or lost, and how often picks of each probability really won.",
  },
  {
    path: "/record/proof",
    name: "The proof behind the record",
    description:
      "Why nobody can change, back-date or remove a pick of Orbline later: the signed log, which your browser checks.",
  },
  {
    path: "/terms",
    name: "Terms of Service",
    description:
      "The terms of Orbline: subscriptions, refunds, what a prediction is and what it is not.",
  },
  {
    path: "/privacy",
    name: "Privacy Policy",
    description: "Which data Orbline stores, why, for how long, and how you get or delete it.",
  },
  {
    path: "/responsible-gaming",
    name: "Responsible gaming",
    description:
      "Limits, time-outs and self-exclusion in Orbline, and where to get help. 1-800-GAMBLER.",
  },
];
