import type { Portal } from "../../billing/portal.ts";
import type { Invoice, Subscription } from "../../state/objects.ts";
import { cardFields, testCards } from "../checkout/card-fields.ts";
import type { CardFields, FieldErrors } from "../checkout/entry.ts";
import { type Html, html } from "../html.ts";
import { day, money } from "../format.ts";

export type PortalView = {
  fields: CardFields;
  errors: FieldErrors;
  message?: string;
  done?: string;
};

export function portalPage(portal: Portal, { fields, errors, message, done }: PortalView): Html {
  return html`<h1>Your subscription</h1>
    ${message && html`<p class="alert" role="alert">${message}</p>`}
    ${done && html`<p role="status">${done}</p>`}
    <div class="two">
      ${plan(portal)}
      <section class="panel" aria-labelledby="card">
        <h2 id="card">Change card</h2>
        <form method="post" action="/p/session/${portal.session.id}/card" novalidate>
          ${cardFields({ fields, errors })}
          <button type="submit">Save card</button>
        </form>
      </section>
    </div>
    ${invoiceList(portal)}
    ${
      portal.session.return_url &&
      html`<p><a class="back" href="${portal.session.return_url}">Return to the shop</a></p>`
    }
    ${testCards}`;
}

export const portalGonePage: Html = html`<section class="panel">
  <h1>This page has expired</h1>
  <p>Go back to the shop and open the portal again.</p>
</section>`;

function plan({ session, subscription, method }: Portal): Html {
  if (!subscription)
    return html`<section class="panel" aria-labelledby="plan">
      <h2 id="plan">Current plan</h2>
      <p>You have no active subscription.</p>
    </section>`;
  const price = subscription.items.data[0]?.price;
  const action = subscription.cancel_at_period_end ? "resume" : "cancel";
  return html`<section class="panel" aria-labelledby="plan">
    <h2 id="plan">Current plan</h2>
    <dl>
      <div>
        <dt>Price</dt>
        <dd class="sum">${money(price?.unit_amount ?? 0)} per ${price?.recurring?.interval}</dd>
      </div>
      <div>
        <dt>Status</dt>
        <dd>${subscription.status}</dd>
      </div>
      <div>
        <dt>Next</dt>
        <dd>${nextStep(subscription)}</dd>
      </div>
      <div>
        <dt>Card</dt>
        <dd>${method?.card ? `${method.card.brand} •••• ${method.card.last4}` : "none"}</dd>
      </div>
    </dl>
    <form method="post" action="/p/session/${session.id}/${action}">
      <button class="plain" type="submit">
        ${action === "cancel" ? "Cancel plan" : "Renew plan"}
      </button>
    </form>
  </section>`;
}

function invoiceList({ session, invoices }: Portal): Html {
  return html`<section class="panel" aria-labelledby="invoices">
    <h2 id="invoices">Invoices</h2>
    <table class="invoices">
      <thead>
        <tr>
          <th scope="col">Date</th>
          <th scope="col">Amount</th>
          <th scope="col">Status</th>
          <th scope="col">Action</th>
        </tr>
      </thead>
      <tbody>
        ${invoices.map((invoice) => invoiceRow(session.id, invoice))}
      </tbody>
    </table>
  </section>`;
}

function nextStep({ status, cancel_at_period_end: ends, items }: Subscription): string {
  const end = day(items.data[0]?.current_period_end ?? 0);
  if (ends) return `Ends on ${end}`;
  if (status === "past_due") return "A payment has failed";
  return `Renews on ${end}`;
}

function invoiceRow(session: string, invoice: Invoice): Html {
  return html`<tr>
    <td><a href="/i/${invoice.id}">${day(invoice.created)}</a></td>
    <td class="sum">${money(invoice.total)}</td>
    <td>${invoice.status}</td>
    <td>
      ${
        invoice.status === "open" &&
        html`<form method="post" action="/p/session/${session}/pay/${invoice.id}">
          <button class="plain" type="submit">Pay ${money(invoice.amount_due)} now</button>
        </form>`
      }
    </td>
  </tr>`;
}
