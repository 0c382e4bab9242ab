import type { CheckoutSession } from "../../state/objects.ts";
import { cardFields, field, testCards } from "./card-fields.ts";
import type { FieldErrors, Fields } from "./entry.ts";
import { type Html, html } from "../html.ts";
import type { Offer } from "../words.ts";

type Input = {
  session: CheckoutSession;
  offer: Offer;
  lockedEmail: string | null;
  needsCard: boolean;
  fields: Fields;
  errors: FieldErrors;
  message: string | undefined;
};

const summary = ({ session, offer }: Input): Html =>
  html`<section class="panel" aria-labelledby="order">
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

export const checkoutForm = (input: Input): Html => {
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
};
