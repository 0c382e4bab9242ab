import type { CheckoutRecord, CheckoutSession } from "../../state/objects.ts";
import { cardFields, field, testCards } from "./card-fields.ts";
import type { FieldErrors, Fields } from "./entry.ts";
import { type Html, html } from "../html.ts";
import { daySeconds } from "../../billing/subscription/periods.ts";
import { day, money } from "../format.ts";

/** The texts of price, trial, renewal and button. */
type Offer = {
  plan: string;
  price: string;
  dueToday: string;
  terms: string;
  button: string;
};

export function offerOf(session: CheckoutSession, record: CheckoutRecord, now: number): Offer {
  const [item] = record.lineItems;
  const full = (item?.price.unit_amount ?? 0) * (item?.quantity ?? 1);
  const interval = item?.price.recurring?.interval;
  const price = interval ? `${money(full)} per ${interval}` : money(full);
  const due = session.amount_total ?? 0;
  const offer = { plan: item?.description ?? "", price, dueToday: money(due) };
  if (!interval)
    return { ...offer, terms: "One payment. It does not renew.", button: `Pay ${money(due)}` };
  if (record.trialDays === 0)
    return {
      ...offer,
      terms: `Renews at ${price} until you cancel.`,
      button: `Subscribe for ${money(due)}`,
    };
  const ends = day(now + record.trialDays * daySeconds);
  return {
    ...offer,
    terms: `${record.trialDays} days free. The trial ends on ${ends}. After that you pay ${price} until you cancel.`,
    button: "Start trial",
  };
}

type Input = {
  session: CheckoutSession;
  offer: Offer;
  lockedEmail: string | null;
  needsCard: boolean;
  fields: Fields;
  errors: FieldErrors;
  message: string | undefined;
};

export function checkoutForm(input: Input): Html {
  const { session, offer, lockedEmail, fields, errors, message } = input;
  const wrong =
    message ?? (Object.keys(errors).length > 0 ? "Check the marked fields." : undefined);
  return html`<h1>Checkout</h1>
    <div class="two">
      ${summary(input)}
      <section class="panel" aria-labelledby="pay">
        <h2 id="pay">Pay with card</h2>
        ${wrong && html`<p class="alert" role="alert">${wrong}</p>`}
        <form method="post" action="/c/pay/${session.id}" novalidate>
          ${field({ name: "email", label: "Email", type: "email", value: lockedEmail ?? fields.email, error: errors.email, autocomplete: "email", inputmode: "email", readonly: lockedEmail !== null })}
          ${input.needsCard && cardFields(input)}
          <button type="submit">${offer.button}</button>
        </form>
      </section>
    </div>
    ${testCards}`;
}

function summary({ session, offer }: Input): Html {
  return html`<section class="panel" aria-labelledby="order">
    <h2 id="order">Your order</h2>
    <dl>
      <div>
        <dt>Plan</dt>
        <dd>${offer.plan}</dd>
      </div>
      <div>
        <dt>Price</dt>
        <dd class="sum">${offer.price}</dd>
      </div>
      <div>
        <dt>Due today</dt>
        <dd class="sum">${offer.dueToday}</dd>
      </div>
    </dl>
    <p class="note">${offer.terms}</p>
    ${session.cancel_url && html`<a class="back" href="${session.cancel_url}">Back without paying</a>`}
  </section>`;
}
