import { planTerms } from "@orbline/proto/constants/plans";
import { money } from "#/lib/format.ts";
import { quotes } from "#/shared/plans.ts";

export const welcomeMessages = {
  eyebrow: "Seven sports. Every price checked.",
  hero: "PREDICT WITH PRECISION",
  tagline: "Advanced AI-powered sports betting intelligence system.",
  whatYouSee:
    "Each pick shows how often it must win to break even, how often we expect it to, and how often it loses.",
  otherPayments: `Or pay right away, from ${quotes.monthly} a month:`,
  completeSignup: "Complete Signup",
  integratedCheckout: "Integrated Checkout",
  quickCheckout: "Quick Checkout",
  trialPrice: money(planTerms.trial.dueTodayCents / 100),
  forTwoDays: `for ${quotes.trialLength}, then`,
  monthlyPrice: quotes.monthly,
  aMonth: "a month until you cancel.",
  cancelHow: "Cancel anytime in your account, in two clicks.",
  orb: "An orb crossed by a rising line with ten dots close to it.",
  orbCaption: "Illustration: the line is what we predict, the dots are what happens.",
  otherWays: "Other ways to sign up",
  subscribe: "Subscribe",
  premiumPackage: "Premium package",
  deployedSubscribe: "Sign up and subscribe",
  diagnosticTools: "Diagnostic tools",
  priceIds: "Price ids",
  verifyPriceIds: "Verify price ids",
  providerStatus: "Provider status",
  newTab: "opens in a new tab",
} as const;

export const howItWorksMessages = {
  title: "How It Works",
  lead: "A price, a probability and the difference between them. That's all we look at.",
  steps: [
    {
      title: "You choose sport, risk and stake",
      text: "Moderate is one bet at \u2212150 to +350, aggressive two or three legs at +201 to +600, insane four to six at +650 to +3000. The exact bounds depend on the sport.",
    },
    {
      title: "A model gives each side a probability",
      text: "We rate teams from past results and test the ratings on games the model hasn't seen. Where the market's odds are sharper, we blend them in, without the sportsbook's cut.",
    },
    {
      title: "We compare it with the odds",
      text: "You see the probability that breaks even at these odds, our estimate, and the range in which the true chance most likely lies. The expected value is what the bet gains or loses on average. Here the price is too high:",
      price: { breakEven: 0.524, estimate: 0.5, range: { from: 0.478, to: 0.519 } },
    },
    {
      title: "The risk comes first",
      text: "A parlay at +423 loses about four times in five, even at a fair price. Every result shows that number as large as the payout, like this:",
      wins: 0.191,
    },
    {
      title: "Every prediction is kept",
      text: "We save every prediction before you see it and grade it after the game: won or lost, and the return at the price taken. Nothing is deleted.",
      link: { to: "/record", label: "See the record" },
    },
  ],
  limitsTitle: "What it can't do",
  limits: [
    "It can't promise a profit. Even an accurate model can lose to the sportsbook's cut.",
    "It doesn't see injuries or lineups that aren't in the data.",
    "We take no bets and hold no money. This is entertainment for ages 21 and older.",
  ],
  benefitsTitle: "What you get",
  benefitsLead: `The trial costs ${quotes.trialTerms}. Lifetime is ${quotes.lifetime} once.`,
  seePlans: "See the Premium Package",
} as const;

export const cancelAccountMessages = {
  title: "Cancel your subscription",
  lead: "Email support and say:",
  items: ["your username", "the email address of your account", "the reason"],
  processed: "Your cancellation is processed within 24 hours.",
  write: "Email support",
  subject: "Cancel my subscription",
  orBefore: "Or cancel it yourself in",
  orAccount: "your account",
  orAfter: ", in two clicks.",
} as const;
