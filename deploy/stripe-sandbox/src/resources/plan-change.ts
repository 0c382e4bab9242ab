import { z } from "zod";
import { itemOf } from "../billing/periods.ts";
import type { PlanChange } from "../billing/plan-change.ts";
import { integer, listOf, text } from "../http/params.ts";
import { invalid, noSuch } from "../http/stripe-error.ts";
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

type ChangeParams = z.output<z.ZodObject<typeof changeParams>>;

/** The recurring price with this id. @throws a Stripe error if it is unknown or one-time. */
export function recurringPrice(world: World, id: string): Price {
  const price = world.store.find("price", id);
  if (!price) throw invalid(`No such price: '${id}'`, "items[0][price]", "resource_missing");
  if (price.recurring) return price;
  throw invalid(
    "The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`.",
    "items[0][price]",
  );
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
  if (items.length !== 1 || wanted?.id === undefined)
    throw invalid("The sandbox supports one item per subscription. Pass its id.", "items");
  if (wanted.id !== known.id) throw noSuch("subscription item", wanted.id, "items[0][id]");
  if (wanted.quantity !== undefined && wanted.quantity !== known.quantity)
    throw invalid("The sandbox does not change quantities.", "items[0][quantity]");
  return wanted.price === undefined ? known.price : recurringPrice(world, wanted.price);
}

function checkDate(current: Subscription, { proration_date: at, ...params }: ChangeParams) {
  if (at === undefined) return;
  if (params.proration_behavior === "none")
    throw invalid(
      "You cannot pass `proration_date` with `proration_behavior` set to `none`.",
      "proration_date",
    );
  const { current_period_start: start, current_period_end: end } = itemOf(current);
  if (at < start || at > end)
    throw invalid(
      "Cannot specify a proration date outside of the current billing period.",
      "proration_date",
      "invalid_request",
    );
}
