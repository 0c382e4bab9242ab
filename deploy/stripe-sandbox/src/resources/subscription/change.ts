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

/** The parameters that change price and billing dates, in an update as in a preview of it. */
export const changeParams = {
  billing_cycle_anchor: z.enum(["now", "unchanged"]).optional(),
  items: listOf(itemParams, 20).optional(),
  proration_behavior: z.enum(["always_invoice", "create_prorations", "none"]).optional(),
  proration_date: integer().optional(),
  trial_end: z.enum(["now"]).optional(),
};

type Given = z.output<z.ZodObject<typeof changeParams>>;

const refuse = (message: string, param: string, code?: string) =>
  stripeError(400, message, code === undefined ? { param } : { param, code });

/** The price with this id that renews. @throws a Stripe error for any other. */
export const recurringPrice = (world: World, id: string): Price => {
  const price = world.store.find("price", id);
  if (!price) throw refuse(`No such price: '${id}'`, "items[0][price]", "resource_missing");
  if (price.recurring) return price;
  throw refuse(
    "The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`.",
    "items[0][price]",
  );
};

const wantedPrice = (world: World, current: Subscription, items: Given["items"]) => {
  const [known] = current.items.data;
  const [wanted] = items ?? [];
  if (!known || !wanted) return undefined;
  if (items?.length !== 1 || wanted.id === undefined)
    throw refuse("The sandbox keeps one item per subscription: name it by id.", "items");
  if (wanted.id !== known.id) throw noSuch("subscription item", wanted.id, "items[0][id]");
  if (wanted.quantity !== undefined && wanted.quantity !== known.quantity)
    throw refuse("The sandbox does not change quantities.", "items[0][quantity]");
  return wanted.price === undefined ? known.price : recurringPrice(world, wanted.price);
};

const checkDate = (current: Subscription, { proration_date: at, ...given }: Given) => {
  const [item] = current.items.data;
  if (at === undefined || !item) return;
  if (given.proration_behavior === "none")
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
};

/** The change of plan that parameters ask for, if any. @throws a Stripe error for a wrong one. */
export const wantedChange = (
  world: World,
  current: Subscription,
  given: Given,
): PlanChange | undefined => {
  const price = wantedPrice(world, current, given.items) ?? current.items.data[0]?.price;
  checkDate(current, given);
  const asks =
    given.items !== undefined || given.trial_end !== undefined || given.billing_cycle_anchor;
  if (!asks || !price) return undefined;
  return {
    price,
    at: given.proration_date ?? world.clock.now(),
    prorates: given.proration_behavior !== "none",
    restarts: given.billing_cycle_anchor === "now",
    endsTrial: given.trial_end === "now" && current.status === "trialing",
  };
};
