import type { Invoice } from "../../state/objects.ts";
import { type Html, html } from "../html.ts";
import { day, money } from "../words.ts";

const statusOf = ({ status, status_transitions: { paid_at } }: Invoice): string =>
  status === "paid" && paid_at !== null ? `paid on ${day(paid_at)}` : String(status);

const row = (what: string, cents: number): Html =>
  html`<tr>
    <td>${what}</td>
    <td class="sum">${money(cents)}</td>
  </tr>`;

const payForm = (invoice: Invoice, portal: string): Html =>
  html`<form method="post" action="/i/${invoice.id}/pay${portal && `?portal=${portal}`}">
    <button type="submit">Pay ${money(invoice.amount_due)} now</button>
  </form>`;

/** One invoice with its lines. An open invoice has a form that pays it with the saved card. */
export const invoicePage = (
  invoice: Invoice,
  { portal, message, done }: { portal: string; message?: string; done?: string },
): Html => {
  const credit = invoice.amount_due - invoice.total;
  return html`<h1>Invoice ${invoice.number ?? "draft"}</h1>
    ${message && html`<p class="alert" role="alert">${message}</p>`}
    ${done && html`<p role="status">${done}</p>`}
    <section class="panel" aria-labelledby="invoice">
      <h2 id="invoice">${day(invoice.created)}, ${statusOf(invoice)}</h2>
      <table class="invoices">
        <thead>
          <tr>
            <th scope="col">Description</th>
            <th scope="col">Amount</th>
          </tr>
        </thead>
        <tbody>
          ${invoice.lines.data.map(({ description, amount }) => row(description ?? "", amount))}
          ${credit !== 0 && row("Credit", credit)} ${row("Due", invoice.amount_due)}
        </tbody>
      </table>
      ${invoice.status === "open" && payForm(invoice, portal)}
    </section>
    ${portal && html`<p><a class="back" href="/p/session/${portal}">Your subscription</a></p>`}`;
};
