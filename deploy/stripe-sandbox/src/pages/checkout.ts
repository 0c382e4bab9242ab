import {
  type Attempt,
  attemptCheckout,
  confirmAuthentication,
  payable,
} from "../billing/checkout.ts";
import { daySeconds } from "../billing/periods.ts";
import type { CheckoutRecord, CheckoutSession } from "../objects/types.ts";
import type { World } from "../state/world.ts";
import {
  cardFields,
  checkFields,
  emptyFields,
  type FieldErrors,
  type Fields,
  readFields,
  testCards,
} from "./entry.ts";
import { day, facts, form, html, input, money, panel } from "./html.ts";
import {
  authenticationPage,
  isConfirmed,
  notFound,
  type Page,
  type PageRoutes,
  type Reply,
} from "./page.ts";

type View = { status?: number; fields?: Fields; errors?: FieldErrors; message?: string };

const originsOf = ({ success_url: url }: CheckoutSession) => (url ? [new URL(url).origin] : []);

const lockedEmail = ({ customer_details: details }: CheckoutSession) => details?.email ?? null;

/** The hosted checkout page. */
export const checkoutPages: PageRoutes = {
  "GET /c/pay/:id": (world, { id }) => show(world, id),
  "POST /c/pay/:id": (world, { id, body }) => {
    const open = payable(world, id);
    if (!open) return replyTo(world, id, { kind: "closed" });
    const typed = readFields(body);
    const fields = { ...typed, email: lockedEmail(open.session) ?? typed.email };
    const checked = checkFields(fields, needsCard(open.session), world.clock.now());
    if ("entry" in checked)
      return replyTo(world, id, attemptCheckout(world, id, checked.entry), fields);
    const { errors, declined } = checked;
    return declined === undefined
      ? show(world, id, { status: 422, fields, errors, message: "Check the marked fields." })
      : show(world, id, { status: 402, fields, message: declined });
  },
  "GET /c/pay/:id/authenticate": (world, { id }) => {
    const open = payable(world, id);
    if (!open?.record.attempt) return show(world, id);
    return authenticationPage(`/c/pay/${id}/authenticate`, originsOf(open.session));
  },
  "POST /c/pay/:id/authenticate": (world, request) => {
    const { id } = request;
    return replyTo(world, id, confirmAuthentication(world, id, isConfirmed(request)));
  },
};

function replyTo(world: World, id: string, attempt: Attempt, fields = emptyFields): Reply {
  if (attempt.kind === "complete") return { redirect: successUrl(attempt.session) };
  if (attempt.kind === "authenticate") return { redirect: `/c/pay/${id}/authenticate` };
  if (attempt.kind === "declined") {
    const message = `${attempt.message} Nothing was charged. Try again or use another card.`;
    return show(world, id, { status: 402, message, fields });
  }
  const session = world.store.find("checkout.session", id);
  return session?.status === "complete" ? { redirect: successUrl(session) } : show(world, id);
}

function show(world: World, id: string, view: View = {}): Page {
  const open = payable(world, id);
  if (!open) return closedPage(world.store.find("checkout.session", id));
  const { session, record } = open;
  const { fields = emptyFields, errors = {}, message, status } = view;
  const offer = offerOf(session, record, world.clock.now());
  const locked = lockedEmail(session);
  const email = {
    type: "email",
    autocomplete: "email",
    ...(locked === null ? { required: "required" } : { readonly: "readonly" }),
  };
  const order = html`${facts([
      ["Plan", offer.plan],
      ["Price", offer.price],
      ["Due today", offer.dueToday],
    ])}
    <p class="note">${offer.terms}</p>
    ${session.cancel_url && html`<a class="back" href="${session.cancel_url}">Back without paying</a>`}`;
  const entry = html`${input("email", "Email", locked ?? fields.email, email, errors.email)}
    ${needsCard(session) && cardFields(fields, errors)}
    <button type="submit">${offer.button}</button>`;
  return {
    heading: "Checkout",
    origins: originsOf(session),
    status,
    message,
    body: html`<div class="two">
        ${panel("order", "Your order", order)}
        ${panel("pay", "Pay with card", form(`/c/pay/${id}`, entry))}
      </div>
      ${testCards}`,
  };
}

/** The texts of price, trial, renewal and button. */
function offerOf(session: CheckoutSession, record: CheckoutRecord, now: number) {
  const [item] = record.lineItems;
  const full = (item?.price.unit_amount ?? 0) * (item?.quantity ?? 1);
  const interval = item?.price.recurring?.interval;
  const price = interval ? `${money(full)} per ${interval}` : money(full);
  const dueToday = money(session.amount_total ?? 0);
  const offer = { plan: item?.description ?? "", price, dueToday };
  if (!interval)
    return { ...offer, terms: "One payment. It does not renew.", button: `Pay ${dueToday}` };
  if (record.trialDays === 0) {
    const terms = `Renews at ${price} until you cancel.`;
    return { ...offer, terms, button: `Subscribe for ${dueToday}` };
  }
  const ends = day(now + record.trialDays * daySeconds);
  const terms = `${record.trialDays} days free. The trial ends on ${ends} (UTC). After that you pay ${price} until you cancel.`;
  return { ...offer, terms, button: "Start trial" };
}

function needsCard(session: CheckoutSession) {
  return session.amount_total !== 0 || session.payment_method_collection === "always";
}

function closedPage(session: CheckoutSession | undefined): Page {
  if (!session) return notFound;
  if (session.status === "complete")
    return {
      heading: "This checkout is complete",
      body: html`<p>This checkout was already paid. You were not charged again.</p>
        <p><a href="${successUrl(session)}">Continue</a></p>`,
    };
  return {
    heading: "This checkout has expired",
    body: html`<p>You were not charged. Go back and start again.</p>
      ${session.cancel_url && html`<p><a href="${session.cancel_url}">Go back</a></p>`}`,
  };
}

function successUrl(session: CheckoutSession) {
  return (session.success_url ?? "/").replaceAll("{CHECKOUT_SESSION_ID}", session.id);
}
