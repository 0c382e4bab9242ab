import express, { type Request, type Response, Router } from "express";
import type { Invoice } from "../../state/objects.ts";
import { type Html, html } from "../html.ts";
import { day, money } from "../format.ts";
import { type Paid, payInvoiceByHand } from "../../billing/portal.ts";
import type { World } from "../../state/world.ts";
import { sendPage } from "../layout.ts";
import { authenticationPage, unknownPage } from "../result-pages.ts";

type View = { status?: number; message?: string; done?: string };

/** The message and status after an attempt to pay an invoice. */
export const paidViews: Record<Paid, View> = {
  paid: { done: "Thank you. The invoice is paid." },
  failed: { status: 402, message: "The payment failed. Nothing was charged. Change the card." },
  authenticate: {},
  closed: { done: "This invoice has nothing to pay." },
};

const unconfirmed: View = {
  status: 402,
  message: "The payment was not authenticated. Nothing was charged. Try again or change the card.",
};

/** The hosted page of each invoice: view, pay, authenticate. */
export function invoiceRouter(world: World): Router {
  const router = Router();
  router.use("/i", express.urlencoded({ extended: false, limit: "16kb" }));
  router.get("/i/:id", (req, res) => show(world, req, res));
  router.post("/i/:id/pay", (req, res) => {
    const paid = payInvoiceByHand(world, req.params.id, false);
    if (paid === "authenticate") return res.redirect(303, authentication(req));
    return show(world, req, res, paidViews[paid]);
  });
  router.get("/i/:id/authenticate", (req, res) => {
    if (world.store.find("invoice", req.params.id)?.status !== "open") return show(world, req, res);
    return sendPage(res, 200, {
      title: "Authenticate",
      main: authenticationPage(authentication(req)),
    });
  });
  router.post("/i/:id/authenticate", (req, res) => {
    const confirmed = (req.body as { result?: unknown })?.result === "confirm";
    if (!confirmed) return show(world, req, res, unconfirmed);
    return show(world, req, res, paidViews[payInvoiceByHand(world, req.params.id, true)]);
  });
  return router;
}

function show(world: World, req: Request<{ id: string }>, res: Response, view: View = {}) {
  const { status = 200, ...messages } = view;
  const invoice = world.store.find("invoice", req.params.id);
  if (!invoice) return sendPage(res, 404, { title: "Not found", main: unknownPage });
  const main = invoicePage(invoice, { portal: portalOf(req), ...messages });
  return sendPage(res, status, { title: messages.message ? "Error: Invoice" : "Invoice", main });
}

function authentication(req: Request<{ id: string }>): string {
  const portal = portalOf(req);
  return `/i/${req.params.id}/authenticate${portal && `?portal=${portal}`}`;
}

/** One invoice with its lines. An open invoice has a form that pays it with the saved card. */
function invoicePage(
  invoice: Invoice,
  { portal, message, done }: { portal: string; message?: string; done?: string },
): Html {
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
}

/** The portal session in the query, or an empty string. */
function portalOf({ query }: Request): string {
  return typeof query["portal"] === "string" && /^bps_\w+$/.test(query["portal"])
    ? query["portal"]
    : "";
}

function statusOf({ status, status_transitions: { paid_at } }: Invoice): string {
  return status === "paid" && paid_at !== null ? `paid on ${day(paid_at)}` : String(status);
}

function row(what: string, cents: number): Html {
  return html`<tr>
    <td>${what}</td>
    <td class="sum">${money(cents)}</td>
  </tr>`;
}

function payForm(invoice: Invoice, portal: string): Html {
  return html`<form method="post" action="/i/${invoice.id}/pay${portal && `?portal=${portal}`}">
    <button type="submit">Pay ${money(invoice.amount_due)} now</button>
  </form>`;
}
