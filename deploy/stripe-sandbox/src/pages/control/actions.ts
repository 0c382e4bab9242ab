import { z } from "zod";
import type { Control } from "../../control/control.ts";
import { failureSchema } from "../../http/failures.ts";

/** The confirmation of each action on the control page. */
export const doneMessages = {
  clock: "The clock was moved.",
  webhooks: "New events use these settings.",
  resend: "The webhooks are queued.",
  cards: "The cards are changed.",
  refund: "The charge is refunded.",
  dispute: "The dispute is updated.",
  failure: "The failure is planned.",
  cleared: "All planned failures are removed.",
  reset: "All data is deleted.",
  nothing: "Nothing matches that request.",
  unsure: "Nothing was deleted. Check the box first.",
} as const;

export type Done = keyof typeof doneMessages;

const number = (max: number) => z.coerce.number().min(0).max(max);
const clockSchema = z.object({ amount: number(4_000), unit: z.enum(["60", "3600", "86400"]) });
const webhooksSchema = z.object({
  drop: z.literal("on").optional(),
  duplicates: number(100).transform(Math.round),
  delay: number(86_400),
  shuffle: number(600),
  types: z.string().max(2_000),
});
const resendSchema = z.object({
  event: z.string().optional(),
  state: z.enum(["dropped", "succeeded"]).optional(),
  how: z.enum(["again", "copies", "forged"]).default("again"),
});
const cardsSchema = z.object({
  customer: z.string(),
  charge: z.enum(["pays", "declines", "authenticates"]),
});
const chargeSchema = z.object({
  customer: z.string(),
  charge: z.string(),
  part: z.enum(["all", "half"]).default("all"),
});
const closeSchema = z.object({
  customer: z.string(),
  dispute: z.string(),
  outcome: z.enum(["won", "lost"]),
});
const planSchema = failureSchema.extend({ times: z.coerce.number().int().min(1).max(1000) });

const milliseconds = (seconds: number) => Math.round(seconds * 1_000);

/** The action of a form. With a customer, the redirect leads to the customer's page. */
type Act = (body: unknown) => { done: Done; customer?: string };

/** The actions of the control page by form path. @throws a ZodError for an invalid field */
export function actions(control: Control): Record<string, Act> {
  return {
    clock: (body) => {
      const { amount, unit } = clockSchema.parse(body);
      control.advance(Math.round(amount * Number(unit)));
      return { done: "clock" };
    },
    webhooks: (body) => {
      const { drop, duplicates, delay, shuffle, types } = webhooksSchema.parse(body);
      control.setWebhooks({
        drop: drop === "on",
        duplicates,
        delayMs: milliseconds(delay),
        shuffleMs: milliseconds(shuffle),
        types: types.split(/[\s,]+/).filter((type) => type !== ""),
      });
      return { done: "webhooks" };
    },
    resend: (body) => {
      const { event, state, how } = resendSchema.parse(body);
      const which = event === undefined ? { state: state ?? "dropped" } : { events: [event] };
      const forged = how === "forged";
      const { events } = control.resend({ ...which, forged, copies: how === "copies" ? 5 : 1 });
      return { done: events.length > 0 ? "resend" : "nothing" };
    },
    cards: (body) => {
      const { customer, charge } = cardsSchema.parse(body);
      return { done: control.setCards(customer, charge) > 0 ? "cards" : "nothing", customer };
    },
    refunds: (body) => {
      const { customer, charge, part } = chargeSchema.parse(body);
      return { done: control.refund(charge, part) ? "refund" : "nothing", customer };
    },
    disputes: (body) => {
      const { customer, charge } = chargeSchema.parse(body);
      return { done: control.dispute(charge) ? "dispute" : "nothing", customer };
    },
    "disputes/close": (body) => {
      const { customer, dispute, outcome } = closeSchema.parse(body);
      return { done: control.closeDispute(dispute, outcome) ? "dispute" : "nothing", customer };
    },
    failures: (body) => {
      control.failNext(planSchema.parse(body));
      return { done: "failure" };
    },
    "failures/clear": () => {
      control.clearFailures();
      return { done: "cleared" };
    },
    reset: (body) => {
      const { sure } = z.object({ sure: z.literal("on").optional() }).parse(body ?? {});
      if (sure !== "on") return { done: "unsure" };
      control.reset();
      return { done: "reset" };
    },
  };
}
