import * as fc from "fast-check";
import type { createSandbox } from "@orbline/stripe-sandbox/sandbox";
import { Stripe } from "stripe";
import { subscriptionEvents, toAnnual } from "./provider-client.ts";
import type { HeldAccess } from "./provider-model.ts";

type Control = ReturnType<typeof createSandbox>["control"];

/** A buyer who has paid for a page. */
export type Buyer = { userId: string; customer: string };

/** Event types of our webhook endpoint. */
export const eventTypes = [...subscriptionEvents, "charge.refunded"];

const acts = [
  "stop",
  "resume",
  "end",
  "card fails",
  "card pays",
  "to annual",
  "refund half",
] as const;
type Act = (typeof acts)[number];

/** One action per buyer and round, mostly none. */
export const sampleActs = (count: number, seed: number): (Act | "nothing")[] =>
  fc.sample(
    fc.oneof(
      { weight: 9, arbitrary: fc.constant("nothing" as const) },
      { weight: 1, arbitrary: fc.constantFrom(...acts) },
    ),
    { numRuns: count, seed },
  );

const onRunning: Partial<
  Record<Act, (stripe: Stripe, one: Stripe.Subscription) => Promise<unknown>>
> = {
  stop: (stripe, { id }) => stripe.subscriptions.update(id, { cancel_at_period_end: true }),
  resume: (stripe, { id }) => stripe.subscriptions.update(id, { cancel_at_period_end: false }),
  end: (stripe, { id }) => stripe.subscriptions.cancel(id),
  "to annual": toAnnual,
};

const refundHalf = async (stripe: Stripe, control: Control, customer: string) => {
  const { data } = await stripe.charges.list({ customer, limit: 1 });
  const [newest] = data;
  if (newest && newest.amount_refunded === 0) control.refund(newest.id, "half");
};

/** A change is not made when the card is declined. */
const unlessRefused = (error: unknown) => {
  if (!(error instanceof Stripe.errors.StripeCardError)) throw error;
};

/** Runs an action for one buyer at the provider. An impossible action changes nothing. */
export const happen = async (
  { stripe, control }: { stripe: Stripe; control: Control },
  { customer }: Buyer,
  act: Act | "nothing",
): Promise<void> => {
  if (act === "card fails") control.setCards(customer, "declines");
  if (act === "card pays") control.setCards(customer, "pays");
  if (act === "refund half") await refundHalf(stripe, control, customer);
  const change = act === "nothing" ? undefined : onRunning[act];
  if (!change) return;
  const [running] = (await stripe.subscriptions.list({ customer })).data;
  if (running) await change(stripe, running).catch(unlessRefused);
};

/** Every object of one buyer at the provider. */
export const accessHeldBy = async (stripe: Stripe, { customer }: Buyer): Promise<HeldAccess> => {
  const expand = ["data.latest_invoice"];
  const everything = { customer, status: "all", limit: 100, expand } as const;
  const { data: subscriptions } = await stripe.subscriptions.list({
    ...everything,
    expand: [...expand],
  });
  const charges = await chargesOf(stripe, customer);
  return { subscriptions, lifetimes: charges.filter(({ amount }) => amount === 24_900) };
};

/** The charges of one buyer. */
export const chargesOf = async (stripe: Stripe, customer: string): Promise<Stripe.Charge[]> => {
  const charges: Stripe.Charge[] = [];
  for await (const charge of stripe.charges.list({ customer, limit: 100 }))
    if (charge.paid) charges.push(charge);
  return charges;
};
