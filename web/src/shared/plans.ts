import {
  intervalLength,
  planTerms,
  priceText,
  trialDays,
  type Plan,
} from "@orbline/proto/constants/plans";
import { money } from "#/lib/format.ts";

const dayMs = 86_400_000;

const monthlyCents = planTerms.monthly.priceCents;
const annualSavedCents = 12 * monthlyCents - planTerms.annual.priceCents;
const lifetimeSavedCents = 60 * monthlyCents - planTerms.lifetime.priceCents;

/** Prices and terms as texts, for every sentence that quotes one. */
export const quotes = {
  /** `$19.99` */
  monthly: priceText(monthlyCents),
  /** `$215.89` */
  annual: priceText(planTerms.annual.priceCents),
  /** `$249` */
  lifetime: priceText(planTerms.lifetime.priceCents),
  /** `$0` */
  trial: priceText(planTerms.trial.dueTodayCents),
  /** `2 days` */
  trialLength: `${trialDays} days`,
  /** `$0 for 2 days, then $19.99 a month until you cancel` */
  trialTerms: `${priceText(planTerms.trial.dueTodayCents)} for ${trialDays} days, then ${priceText(monthlyCents)} a month until you cancel`,
  /** `$951`: whole dollars, rounded up as in the specification. */
  lifetimeSaved: `$${Math.ceil(lifetimeSavedCents / 100)}`,
} as const;

/** What the sign-up forms sell. */
export const monthlyOrAnnual = `Monthly, ${quotes.monthly} a month, or annual, ${quotes.annual} a year`;

type PlanCard = { name: string; price: string; per: string; note: string; badge?: string };

/** The texts of each plan's card. */
export const planCards: Record<Plan, PlanCard> = {
  trial: {
    name: planTerms.trial.name,
    price: quotes.trial,
    per: `for ${quotes.trialLength}`,
    note: `${quotes.monthly}/mo after`,
    badge: "RECOMMENDED",
  },
  monthly: {
    name: planTerms.monthly.name,
    price: quotes.monthly,
    per: "per month",
    note: "cancel any month",
  },
  annual: {
    name: planTerms.annual.name,
    price: quotes.annual,
    per: "billed annually",
    note: `${priceText(annualSavedCents)} less than monthly`,
    badge: `SAVE ${Math.round((100 * annualSavedCents) / (12 * monthlyCents))}%`,
  },
  lifetime: {
    name: planTerms.lifetime.name,
    price: money(planTerms.lifetime.priceCents / 100),
    per: "once",
    note: `save ${quotes.lifetimeSaved} over 5 years`,
    badge: "BEST VALUE",
  },
};

/** A charge of a plan. Without a date it is due today. */
export type Charge = { date: Date | undefined; text: string; cents: number };

/** The charges of a plan that is bought at `now`, today's first. */
export function chargesOf(plan: Plan, now: Date): Charge[] {
  const { priceCents, dueTodayCents, interval } = planTerms[plan];
  const isTrial = planTerms[plan].trialDays > 0;
  const firstText = interval === "once" ? "Paid once, nothing renews" : "Paid, full access";
  const today = {
    date: undefined,
    text: isTrial ? "Card verified, full access" : firstText,
    cents: dueTodayCents,
  };
  if (interval === "once") return [today];
  const renewal = (from: Date) => ({
    date: addMonths(from, intervalLength[interval].months),
    text: `Renews each ${interval} until you cancel`,
    cents: priceCents,
  });
  if (!isTrial) return [today, renewal(now)];
  const trialEnd = new Date(now.getTime() + planTerms[plan].trialDays * dayMs);
  return [
    today,
    { date: trialEnd, text: "Trial ends, first charge unless canceled", cents: priceCents },
    renewal(trialEnd),
  ];
}

/** The renewal price and its interval, for the sentence beside a pay button. */
export function renewalText(plan: Plan): string {
  const { priceCents, interval } = planTerms[plan];
  const price = money(priceCents / 100);
  return interval === "once"
    ? `${price} once. Nothing renews.`
    : `${price} every ${interval} until you cancel.`;
}

/** The same day some months later, or the last day of a shorter month. */
export function addMonths(date: Date, months: number): Date {
  const next = new Date(date);
  next.setMonth(date.getMonth() + months);
  // `setMonth` moves the 31st of a shorter month into the next month.
  if (next.getDate() !== date.getDate()) next.setDate(0);
  return next;
}
