import {
  type Paid,
  payInvoiceByHand,
  type Portal,
  portalOf,
  replaceCard,
  setRenewal,
} from "../billing/portal.ts";
import type { Invoice, Subscription } from "../objects/types.ts";
import type { World } from "../state/world.ts";
import {
  cardFields,
  checkCard,
  emptyFields,
  type FieldErrors,
  type Fields,
  readFields,
  testCards,
} from "./entry.ts";
import { button, day, facts, form, type Html, html, money, panel, table } from "./html.ts";
import {
  authenticationPage,
  isConfirmed,
  notFound,
  type Page,
  type PageRequest,
  type PageRoutes,
  type Reply,
} from "./page.ts";

/** The message and status after an attempt to pay an invoice. */
const paidViews: Record<Paid | "unconfirmed", Pick<Page, "status" | "message" | "done">> = {
  paid: { done: "Thank you. The invoice is paid." },
  failed: { status: 402, message: "The payment failed. Nothing was charged. Change the card." },
  authenticate: {},
  closed: { done: "This invoice has nothing to pay." },
  unconfirmed: {
    status: 402,
    message:
      "The payment was not authenticated. Nothing was charged. Try again or change the card.",
  },
};

/** The customer portal, and the hosted page of each invoice. */
export const portalPages: PageRoutes = {
  "GET /p/session/:id": withPortal((_world, portal) => showPortal(portal)),
  "POST /p/session/:id/cancel": renewal(false, "The plan ends with the current period."),
  "POST /p/session/:id/resume": renewal(true, "The plan renews again."),
  "POST /p/session/:id/card": withPortal(saveCard),
  "POST /p/session/:id/pay/:subId": withPortal((world, portal, { id, subId }) => {
    const invoice = portal.invoices.find((one) => one.id === subId);
    const paid = payInvoiceByHand(world, invoice, false);
    return paid === "authenticate"
      ? { redirect: `/i/${subId}/authenticate?portal=${id}` }
      : showPortal(portalOf(world, id) ?? portal, paidViews[paid]);
  }),
  "GET /i/:id": (world, request) => showInvoice(world, request),
  "POST /i/:id/pay": (world, request) => {
    const paid = payInvoiceByHand(world, world.store.find("invoice", request.id), false);
    return paid === "authenticate"
      ? { redirect: invoicePath(request, "/authenticate") }
      : showInvoice(world, request, paidViews[paid]);
  },
  "GET /i/:id/pdf": (world, request) => showInvoice(world, request),
  "GET /receipts/:id": (world, { id }) => showReceipt(world, id),
  "GET /i/:id/authenticate": (world, request) =>
    world.store.find("invoice", request.id)?.status === "open"
      ? authenticationPage(invoicePath(request, "/authenticate"))
      : showInvoice(world, request),
  "POST /i/:id/authenticate": (world, request) => {
    const paid = isConfirmed(request)
      ? payInvoiceByHand(world, world.store.find("invoice", request.id), true)
      : "unconfirmed";
    return showInvoice(world, request, paidViews[paid]);
  },
};

function withPortal(run: (world: World, portal: Portal, request: PageRequest) => Reply) {
  return (world: World, request: PageRequest): Reply => {
    const portal = portalOf(world, request.id);
    if (portal) return run(world, portal, request);
    const body = html`<p>Go back to the shop and open the portal again.</p>`;
    return { status: 404, title: "Expired", heading: "This page has expired", body };
  };
}

function renewal(renews: boolean, done: string) {
  return withPortal((world, portal) => {
    setRenewal(world, portal, renews);
    return showPortal(portalOf(world, portal.session.id) ?? portal, { done });
  });
}

function saveCard(world: World, portal: Portal, { id, body }: PageRequest): Page {
  const fields = readFields(body);
  const checked = checkCard(fields, world.clock.now());
  if ("errors" in checked) {
    const { errors, declined: message = "Check the marked fields." } = checked;
    return showPortal(portal, { status: 422, fields, errors, message });
  }
  if (checked.card.known.entry === "declined")
    return showPortal(portal, { status: 402, fields, message: "Your card was declined." });
  replaceCard(world, portal, checked.card);
  return showPortal(portalOf(world, id) ?? portal, { done: "The card is saved." });
}

type View = Partial<Page> & { fields?: Fields; errors?: FieldErrors };

function showPortal(portal: Portal, view: View = {}): Page {
  const { fields = emptyFields, errors = {}, ...result } = view;
  const { session, invoices } = portal;
  const path = `/p/session/${session.id}`;
  const rows = invoices.map((invoice) => [
    html`<a href="/i/${invoice.id}">${day(invoice.created)}</a>`,
    money(invoice.total),
    String(invoice.status),
    invoice.status === "open" ? payForm(`${path}/pay/${invoice.id}`, invoice) : "",
  ]);
  const card = html`${cardFields(fields, errors)} <button type="submit">Save card</button>`;
  return {
    heading: "Your subscription",
    body: html`<div class="two">
        ${panel("plan", "Current plan", plan(portal, path))}
        ${panel("card", "Change card", form(`${path}/card`, card))}
      </div>
      ${panel("invoices", "Invoices", table(["Date", "Amount", "Status", "Action"], rows))}
      ${session.return_url && html`<p><a class="back" href="${session.return_url}">Return to the shop</a></p>`}
      ${testCards}`,
    ...result,
  };
}

function plan({ subscription, method }: Portal, path: string): Html {
  if (!subscription) return html`<p>You have no active subscription.</p>`;
  const price = subscription.items.data[0]?.price;
  const card = method?.card ? `${method.card.brand} •••• ${method.card.last4}` : "none";
  return html`${facts([
    ["Price", `${money(price?.unit_amount ?? 0)} per ${price?.recurring?.interval}`],
    ["Status", subscription.status],
    ["Next", nextStep(subscription)],
    ["Card", card],
  ])}
  ${
    subscription.cancel_at !== null
      ? form(`${path}/resume`, button("Renew plan"))
      : form(`${path}/cancel`, button("Cancel plan"))
  }`;
}

function nextStep({ status, cancel_at: at, items }: Subscription): string {
  const end = day(items.data[0]?.current_period_end ?? 0);
  if (at !== null) return `Ends on ${day(at)}`;
  return status === "past_due" ? "A payment has failed" : `Renews on ${end}`;
}

/** One invoice with its lines. An open invoice has a form that pays it with the saved card. */
function showInvoice(world: World, request: PageRequest, result: Partial<Page> = {}): Page {
  const invoice = world.store.find("invoice", request.id);
  if (!invoice) return notFound;
  const { status, status_transitions: times, amount_due: due, lines } = invoice;
  const credit = due - invoice.total;
  const rows = [
    ...lines.data.map(({ description, amount }) => [description ?? "", money(amount)]),
    ...(credit === 0 ? [] : [["Credit", money(credit)]]),
    ["Due", money(due)],
  ];
  const state = times.paid_at === null ? status : `paid on ${day(times.paid_at)}`;
  const body = html`${table(["Description", "Amount"], rows)}
  ${status === "open" && payForm(invoicePath(request, "/pay"), invoice)}`;
  const portal = portalIn(request);
  return {
    title: "Invoice",
    heading: `Invoice ${invoice.number ?? "draft"}`,
    body: html`${panel("invoice", `${day(invoice.created)}, ${state}`, body)}
    ${portal && html`<p><a class="back" href="/p/session/${portal}">Your subscription</a></p>`}`,
    ...result,
  };
}

function showReceipt(world: World, id: string): Page {
  const charge = world.store.find("charge", id);
  if (!charge?.paid) return notFound;
  const { brand, last4 } = charge.payment_method_details?.card ?? {};
  const rows: [string, string][] = [
    ["Amount", money(charge.amount)],
    ["Refunded", money(charge.amount_refunded)],
    ["Card", `${brand} •••• ${last4}`],
  ];
  return {
    heading: "Receipt",
    body: panel("receipt", `Paid on ${day(charge.created)}`, facts(rows)),
  };
}

function payForm(action: string, { amount_due: due }: Invoice): Html {
  return form(action, button(`Pay ${money(due)} now`));
}

function invoicePath(request: PageRequest, step: string): string {
  const portal = portalIn(request);
  return `/i/${request.id}${step}${portal && `?portal=${portal}`}`;
}

/** The portal session in the query, or an empty string. */
function portalIn({ query: { portal } }: PageRequest): string {
  return typeof portal === "string" && /^bps_\w+$/.test(portal) ? portal : "";
}
