import { customerDetails } from "../../shapes/checkout-session.ts";
import { newCustomer } from "../../shapes/customer.ts";
import { change, create } from "../../state/events.ts";
import type { CheckoutSession, Customer, PaymentMethod } from "../../state/objects.ts";
import type { World } from "../../state/world.ts";
import type { Purchase } from "./purchase.ts";

/** The customer of the session, or a new one. A customer without an email gets the entered one. */
export const customerFor = (world: World, { session, email, method }: Purchase): Customer => {
  const known =
    session.customer === null ? undefined : world.store.find("customer", session.customer);
  if (known?.email === null) return change(world, "customer", known, { email }, "customer.updated");
  if (known) return known;
  const name = method?.billing_details.name ?? null;
  const made = newCustomer({ created: world.clock.now(), email, name });
  return create(world, "customer", made, "customer.created");
};

export const attach = (world: World, method: PaymentMethod, customer: string): PaymentMethod =>
  change(world, "payment_method", method, { customer }, "payment_method.attached");

/** Marks a session complete and emits the event. */
export const completeSession = (
  world: World,
  { session, email, method }: Purchase,
  outcome: Pick<CheckoutSession, "customer" | "invoice" | "payment_intent" | "subscription">,
): CheckoutSession => {
  world.timers.cancel("checkout.expire", session.id);
  return change(
    world,
    "checkout.session",
    session,
    {
      ...outcome,
      status: "complete",
      payment_status: session.amount_total === 0 ? "no_payment_required" : "paid",
      customer_details: customerDetails(email, method?.billing_details.name ?? null),
      url: null,
    },
    "checkout.session.completed",
  );
};
