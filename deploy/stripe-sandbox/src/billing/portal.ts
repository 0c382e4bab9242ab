import { change } from "../state/events.ts";
import type { Invoice, PaymentMethod, PortalSession, Subscription } from "../state/objects.ts";
import type { World } from "../state/world.ts";
import { cancellationPatch } from "./subscription/cancel.ts";
import { attach } from "./checkout/complete-session.ts";
import { asksOwner, collectInvoice, payingMethod } from "./subscription/dunning.ts";
import type { EnteredCard } from "./checkout/purchase.ts";
import { saveCard } from "./checkout/save-card.ts";

const hourSeconds = 3_600;

/** What a visitor of the portal sees. */
export type Portal = {
  session: PortalSession;
  /** The newest that has not ended. */
  subscription: Subscription | undefined;
  method: PaymentMethod | undefined;
  invoices: Invoice[];
};

/** A portal visit that has not run out; its address is good for an hour. */
export const portalOf = (world: World, id: string): Portal | undefined => {
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
};

/** Lets the subscription end with its period, or renew again. */
export const setRenewal = (world: World, { subscription }: Portal, renews: boolean): void => {
  if (!subscription) return;
  const patch = cancellationPatch(world, subscription, !renews);
  change(world, "subscription", subscription, patch, "customer.subscription.updated");
};

/** Saves a card with the customer and charges it from now on. */
export const replaceCard = (world: World, portal: Portal, card: EnteredCard): void =>
  world.database.transaction(() => {
    const { session, subscription } = portal;
    const customer = world.store.find("customer", session.customer);
    if (!customer) return;
    const { id } = attach(world, saveCard(world, card, customer.email), customer.id);
    const invoice_settings = { ...customer.invoice_settings, default_payment_method: id };
    change(world, "customer", customer, { invoice_settings }, "customer.updated");
    const patch = { default_payment_method: id };
    if (subscription)
      change(world, "subscription", subscription, patch, "customer.subscription.updated");
  });

/** How a payment by the card's owner went; `closed` means that there is nothing to pay. */
export type Paid = "paid" | "failed" | "authenticate" | "closed";

/** Tries to collect an open bill for its owner, who is there to confirm it once the bank asks. */
export const payBill = (world: World, id: string, authenticated: boolean): Paid =>
  world.database.transaction(() => {
    const invoice = world.store.find("invoice", id);
    if (invoice?.status !== "open") return "closed";
    if (!authenticated && asksOwner(world, invoice)) return "authenticate";
    const tried = collectInvoice(world, invoice, { byHand: true, authenticated });
    return tried.status === "paid" ? "paid" : "failed";
  });
