import { z } from "zod";
import { itemOf } from "../billing/periods.ts";
import type { PlanChange } from "../billing/plan-change.ts";
import { bool, integer, listOf, orUnset, text } from "../http/params.ts";
import { noSuch, refusal } from "../http/stripe-error.ts";
import type { Price, Subscription } from "../objects/types.ts";
import type { World } from "../state/world.ts";

const itemParams = z.strictObject({
  id: text().optional(),
  price: text().optional(),
  quantity: integer(1, 999_999).optional(),
});

/** The parameters of a change of price or billing dates, shared by updates and previews. */
export const changeParams = {
  billing_cycle_anchor: z.enum(["now", "unchanged"]).optional(),
  items: listOf(itemParams, 20).optional(),
  proration_behavior: z.enum(["always_invoice", "create_prorations", "none"]).optional(),
  proration_date: integer().optional(),
  trial_end: z.enum(["now"]).optional(),
};

/** When a subscription ends, for updates and previews. */
export const endParams = {
  cancel_at: orUnset(z.enum(["min_period_end", "max_period_end"]).or(integer())).optional(),
  cancel_at_period_end: bool.optional(),
};

type ChangeParams = z.output<z.ZodObject<typeof changeParams>>;

/** The recurring price with this id. @throws a Stripe error if it is unknown or one-time. */
export function recurringPrice(world: World, id: string): Price {
  const price = world.store.find("price", id);
  if (!price) throw refusal("price_missing", { id }, { param: "items[0][price]" });
  if (price.recurring) return price;
  throw refusal("price_one_time");
}

/** The change of plan in the parameters, if any. @throws a Stripe error for an invalid one. */
export function wantedChange(
  world: World,
  current: Subscription,
  params: ChangeParams,
): PlanChange | undefined {
  checkDate(current, params);
  const { items, trial_end: trialEnd, billing_cycle_anchor: anchor } = params;
  const price = items ? wantedPrice(world, current, items) : itemOf(current).price;
  if (!items && trialEnd === undefined && anchor === undefined) return undefined;
  return {
    price,
    at: params.proration_date ?? world.clock.now(),
    prorates: params.proration_behavior !== "none",
    restarts: anchor === "now",
    endsTrial: trialEnd === "now" && current.status === "trialing",
  };
}

function wantedPrice(
  world: World,
  current: Subscription,
  items: NonNullable<ChangeParams["items"]>,
): Price {
  const known = itemOf(current);
  const [wanted] = items;
  if (items.length !== 1 || wanted?.id === undefined) throw refusal("unsupported_items");
  if (wanted.id !== known.id) throw noSuch("subscription item", wanted.id, "items[0][id]", 400);
  if (wanted.quantity !== undefined && wanted.quantity !== known.quantity)
    throw refusal("unsupported_quantity");
  return wanted.price === undefined ? known.price : recurringPrice(world, wanted.price);
}

function checkDate(current: Subscription, { proration_date: at, ...params }: ChangeParams) {
  if (at === undefined) return;
  if (params.proration_behavior === "none") throw refusal("proration_date_with_none");
  const { current_period_start: start, current_period_end: end } = itemOf(current);
  if (at < start || at > end) throw refusal("proration_date_outside");
}
