import { z } from "zod";
import type { PlanChange } from "../../billing/subscription/plan-change.ts";
import { integer, listOf, text } from "../../http/params.ts";
import { noSuch, stripeError } from "../../http/stripe-error.ts";
import type { Price, Subscription } from "../../state/objects.ts";
import type { World } from "../../state/world.ts";

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
  if (!price) throw refuse(`No such price: '${id}'`, "items[0][price]", "resource_missing");
  if (price.recurring) return price;
  throw refuse(
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
  const price = wantedPrice(world, current, params.items) ?? current.items.data[0]?.price;
  checkDate(current, params);
  const isRequested =
    params.items !== undefined || params.trial_end !== undefined || params.billing_cycle_anchor;
  if (!isRequested || !price) return undefined;
  return {
    price,
    at: params.proration_date ?? world.clock.now(),
    prorates: params.proration_behavior !== "none",
    restarts: params.billing_cycle_anchor === "now",
    endsTrial: params.trial_end === "now" && current.status === "trialing",
  };
}

function refuse(message: string, param: string, code?: string) {
  return stripeError(400, message, code === undefined ? { param } : { param, code });
}

function wantedPrice(world: World, current: Subscription, items: ChangeParams["items"]) {
  const [known] = current.items.data;
  const [wanted] = items ?? [];
  if (!known || !wanted) return undefined;
  if (items?.length !== 1 || wanted.id === undefined)
    throw refuse("The sandbox supports one item per subscription. Pass its id.", "items");
  if (wanted.id !== known.id) throw noSuch("subscription item", wanted.id, "items[0][id]");
  if (wanted.quantity !== undefined && wanted.quantity !== known.quantity)
    throw refuse("The sandbox does not change quantities.", "items[0][quantity]");
  return wanted.price === undefined ? known.price : recurringPrice(world, wanted.price);
}

function checkDate(current: Subscription, { proration_date: at, ...params }: ChangeParams) {
  const [item] = current.items.data;
  if (at === undefined || !item) return;
  if (params.proration_behavior === "none")
    throw refuse(
      "You cannot pass `proration_date` with `proration_behavior` set to `none`.",
      "proration_date",
    );
  if (at < item.current_period_start || at > item.current_period_end)
    throw refuse(
      "Cannot specify a proration date outside of the current billing period.",
      "proration_date",
      "invalid_request",
    );
}
