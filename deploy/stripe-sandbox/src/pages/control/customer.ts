import type { Charge, Customer, Dispute, Invoice, Subscription } from "../../state/objects.ts";
import type { World } from "../../state/world.ts";
import { button, form, objectLink, panel, time } from "./parts.ts";
import { type Html, html } from "../html.ts";
import { money } from "../format.ts";

const cardChoices = [
  ["pays", "Cards pay"],
  ["declines", "Cards are declined"],
  ["authenticates", "Cards require authentication"],
] as const;

/** A customer's objects, with forms for declines, refunds and disputes. */
export function customerPage(world: World, customer: Customer, done: string | undefined): Html {
  const { id } = customer;
  const all = { customer: id };
  const charges = world.store.all("charge", all).map((charge) => chargeRow(world, charge, id));
  return html`<h1>${customer.email ?? id}</h1>
    <p><a class="back" href="/control">Back to the sandbox</a></p>
    ${done && html`<p role="status">${done}</p>`} ${cards(world, id)}
    ${panel("subscriptions", "Subscriptions", list(world.store.all("subscription", all).map(subscriptionRow), "None."))}
    ${panel("charges", "Charges", list(charges, "None.", "events"))}
    ${panel("invoices", "Invoices", list(world.store.all("invoice", all).map(invoiceRow), "None."))}
    <p>${objectLink(id)}</p>`;
}

function cards(world: World, customer: string): Html {
  const saved = world.store.all("payment_method", { customer });
  return panel(
    "cards",
    "Saved cards (from the next charge)",
    html`<ul class="cards">
        ${saved.map(({ id, card }) => html`<li>${objectLink(id)} ${card?.brand} •••• ${card?.last4}: ${world.store.find("sandbox.card", id)?.charge}</li>`)}
      </ul>
      ${form("cards", html`${cardChoices.map(([value, label]) => button(label, { name: "charge", value }))}`, { customer })}`,
  );
}

function chargeRow(world: World, charge: Charge, customer: string): Html {
  const [dispute] = world.store.all("dispute", { charge: charge.id });
  const isFree = charge.paid && !charge.refunded && !charge.disputed;
  const fields = { charge: charge.id, customer };
  return html`<li>
    <p>
      ${objectLink(charge.id)} ${money(charge.amount)} ${charge.status},
      ${money(charge.amount_refunded)} refunded, ${time(charge.created)}
    </p>
    ${isFree && form("refunds", html`${button("Refund all", { name: "part", value: "all", about: charge.id })} ${button("Refund half", { name: "part", value: "half", about: charge.id })}`, fields)}
    ${isFree && form("disputes", button("Cardholder disputes", { about: charge.id }), fields)}
    ${dispute && disputeActions(dispute, customer)}
  </li>`;
}

function list(rows: Html[], none: string, kind = "cards"): Html {
  return rows.length === 0
    ? html`<p>${none}</p>`
    : html`<ul class="${kind}">
        ${rows}
      </ul>`;
}

function subscriptionRow({ id, status, items, cancel_at_period_end: ends }: Subscription): Html {
  const end = time(items.data[0]?.current_period_end ?? 0);
  return html`<li>${objectLink(id)} ${status}, ${ends ? "ends" : "period to"} ${end}</li>`;
}

function invoiceRow({
  id,
  status,
  total,
  billing_reason: why,
  next_payment_attempt: next,
}: Invoice) {
  return html`<li>
    ${objectLink(id)} ${money(total)} ${status},
    ${why}${next !== null && `, next attempt ${time(next)}`}
  </li>`;
}

function disputeActions(dispute: Dispute, customer: string): Html {
  return html`<p>${objectLink(dispute.id)} dispute: ${dispute.status}</p>
    ${dispute.status === "needs_response" || dispute.status === "under_review" ? form("disputes/close", html`${button("Bank decides for the shop", { name: "outcome", value: "won", about: dispute.id })} ${button("Bank decides for the cardholder", { name: "outcome", value: "lost", about: dispute.id })}`, { dispute: dispute.id, customer }) : ""}`;
}
