import type { Plan } from "@orbline/proto/constants/plans";
import { money } from "#/lib/format.ts";

/** The catalogue as screens quote it: price per period in cents and what is due at once. */
export const planPrices: Record<Plan, { priceCents: number; dueTodayCents: number }> = {
  trial: { priceCents: 1999, dueTodayCents: 0 },
  monthly: { priceCents: 1999, dueTodayCents: 1999 },
  annual: { priceCents: 21_589, dueTodayCents: 21_589 },
  lifetime: { priceCents: 24_900, dueTodayCents: 24_900 },
};

/** Every plan, in the order in which screens show them. */
export const allPlans = [
  "trial",
  "monthly",
  "annual",
  "lifetime",
] as const satisfies readonly Plan[];

const dayMs = 86_400_000;

/** One moment of paying: when, what happens, how many cents. */
export type Charge = { date: Date | undefined; text: string; cents: number };

/** The same day some months later, or the last day of a shorter month. */
export const addMonths = (date: Date, months: number) => {
  const next = new Date(date);
  next.setMonth(date.getMonth() + months);
  // The 31st of a shorter month is its last day, not a day of the next.
  if (next.getDate() !== date.getDate()) next.setDate(0);
  return next;
};

/** What a plan charges and when, counted from `now`; the first entry is today. */
export const chargesOf = (plan: Plan, now: Date): Charge[] => {
  const { priceCents } = planPrices[plan];
  const trialEnd = new Date(now.getTime() + 2 * dayMs);
  switch (plan) {
    case "trial":
      return [
        { date: undefined, text: "Card verified, full access", cents: 0 },
        { date: trialEnd, text: "Trial ends, first charge unless canceled", cents: priceCents },
        {
          date: addMonths(trialEnd, 1),
          text: "Renews each month until you cancel",
          cents: priceCents,
        },
      ];
    case "monthly":
      return [
        { date: undefined, text: "Paid, full access", cents: priceCents },
        { date: addMonths(now, 1), text: "Renews each month until you cancel", cents: priceCents },
      ];
    case "annual":
      return [
        { date: undefined, text: "Paid, full access", cents: priceCents },
        { date: addMonths(now, 12), text: "Renews each year until you cancel", cents: priceCents },
      ];
    case "lifetime":
      return [{ date: undefined, text: "Paid once, nothing renews", cents: priceCents }];
  }
};

/** The sum and rhythm of the renewal, for the sentence beside a pay button. */
export const renewalText = (plan: Plan) => {
  const price = money(planPrices[plan].priceCents / 100);
  switch (plan) {
    case "trial":
    case "monthly":
      return `${price} every month until you cancel.`;
    case "annual":
      return `${price} every year until you cancel.`;
    case "lifetime":
      return `${price} once. Nothing renews.`;
  }
};
