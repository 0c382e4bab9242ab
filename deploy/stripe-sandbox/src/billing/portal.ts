import type { Invoice, PaymentMethod, PortalSession, Subscription } from "../objects/types.ts";
import { change, type World } from "../state/world.ts";
import { endingPatch } from "./cancel.ts";
import { type EnteredCard, saveCard } from "./cards.ts";
import { collectInvoice, payingMethod, requiresAuthentication } from "./dunning.ts";
import { hourSeconds, itemOf } from "./periods.ts";
import { newSetup, setUp } from "./setup.ts";

export type Portal = {
  session: PortalSession;
  /** The newest subscription that has not ended. */
  subscription: Subscription | undefined;
  method: PaymentMethod | undefined;
  invoices: Invoice[];
};

/** The portal of a session id. Undefined an hour after the session was created. */
export function portalOf(world: World, id: string): Portal | undefined {
  const session = world.store.find("billing_portal.session", id);
  if (!session || session.created + hourSeconds < world.clock.now()) return undefined;
  const { customer } = session;
  const subscription = world.store
    .all("subscription", { customer })
    .find(({ status }) => status !== "canceled");
  return {
    session,
    subscription,
    method: payingMethod(world, subscription, customer),
    invoices: world.store.all("invoice", { customer }).filter(({ status }) => status !== "draft"),
  };
}

/** Sets or clears the end of the plan, as in Stripe's flexible billing mode by its date and not by the flag. */
export function setRenewal(world: World, { subscription }: Portal, renews: boolean): void {
  if (!subscription) return;
  const { id, cancellation_details: details } = subscription;
  const at = renews ? null : itemOf(subscription).current_period_end;
  const empty = { comment: null, feedback: null, feedback_option: null };
  const reason = renews ? null : ("cancellation_requested" as const);
  const cancellation_details = { ...empty, ...details, reason };
  const patch = { ...endingPatch(world, id, at), cancellation_details };
  change(world, "subscription", subscription, patch, "customer.subscription.updated");
}

/** Attaches a card and makes it the default of the customer and the subscription. */
export function replaceCard(world: World, portal: Portal, card: EnteredCard): void {
  const { session, subscription } = portal;
  const customer = world.store.find("customer", session.customer);
  if (!customer) return;
  const method = saveCard(world, card, customer.email);
  setUp(world, newSetup(world, customer.id), method, customer.id);
  const patch = { default_payment_method: method.id };
  const invoice_settings = { ...customer.invoice_settings, ...patch };
  change(world, "customer", customer, { invoice_settings }, "customer.updated");
  if (subscription)
    change(world, "subscription", subscription, patch, "customer.subscription.updated");
}

/** The result of a payment by the cardholder. `closed`: there is nothing to pay. */
export type Paid = "paid" | "failed" | "authenticate" | "closed";

/** Tries to collect an open invoice while the cardholder is present and can authenticate. */
export function payInvoiceByHand(
  world: World,
  invoice: Invoice | undefined,
  authenticated: boolean,
): Paid {
  if (invoice?.status !== "open") return "closed";
  if (!authenticated && requiresAuthentication(world, invoice)) return "authenticate";
  const tried = collectInvoice(world, invoice, { byHand: true, authenticated });
  return tried.status === "paid" ? "paid" : "failed";
}
