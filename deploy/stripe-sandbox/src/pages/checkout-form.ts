import { TEST_CARDS } from "../billing/cards.ts";
import type { CheckoutSession } from "../state/objects.ts";
import type { FieldErrors, Fields } from "./entry.ts";
import { type Html, html } from "./html.ts";
import type { Offer } from "./words.ts";

type Input = {
  session: CheckoutSession;
  offer: Offer;
  lockedEmail: string | null;
  needsCard: boolean;
  fields: Fields;
  errors: FieldErrors;
  message: string | undefined;
};

type Field = {
  name: keyof Fields;
  label: string;
  value: string;
  error: string | undefined;
  type?: string;
  autocomplete: string;
  inputmode?: string;
  placeholder?: string;
  readonly?: boolean;
};

const field = (input: Field): Html =>
  html`<div class="field">
    <label for="${input.name}">${input.label}</label>
    <input
      id="${input.name}"
      name="${input.name}"
      type="${input.type ?? "text"}"
      value="${input.value}"
      autocomplete="${input.autocomplete}"
      inputmode="${input.inputmode ?? "text"}"
      placeholder="${input.placeholder ?? ""}"
      ${input.readonly ? html`readonly` : html`required`}
      ${input.error ? html`aria-invalid="true" aria-describedby="${input.name}-error"` : ""}
    />
    ${input.error && html`<p class="error" id="${input.name}-error">${input.error}</p>`}
  </div>`;

const cardFields = ({ fields, errors }: Input): Html =>
  html` ${field({ name: "cardNumber", label: "Card number", value: "", error: errors.cardNumber, autocomplete: "cc-number", inputmode: "numeric", placeholder: "1234 1234 1234 1234" })}
    <div class="row">
      ${field({ name: "cardExpiry", label: "Expiry date", value: fields.cardExpiry, error: errors.cardExpiry, autocomplete: "cc-exp", inputmode: "numeric", placeholder: "MM / YY" })}
      ${field({ name: "cardCvc", label: "CVC", value: "", error: errors.cardCvc, autocomplete: "cc-csc", inputmode: "numeric", placeholder: "CVC" })}
    </div>
    ${field({ name: "billingName", label: "Name on card", value: fields.billingName, error: errors.billingName, autocomplete: "cc-name" })}`;

const spaced = (number: string) => number.replaceAll(/(\d{4})(?=\d)/g, "$1 ");

const testCards = html`<section class="panel" aria-labelledby="cards">
  <h2 id="cards">Test cards</h2>
  <ul class="cards">
    ${TEST_CARDS.map(({ number, label }) => html`<li><code>${spaced(number)}</code> ${label}</li>`)}
  </ul>
  <p class="note">Any future expiry date, any CVC, any name.</p>
</section>`;

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

/** The checkout form with its order, messages and list of test cards. */
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
