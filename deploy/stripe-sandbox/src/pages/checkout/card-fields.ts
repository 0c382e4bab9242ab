import { knownTestCards } from "../../billing/payment/cards.ts";
import type { CardFields, FieldErrors, Fields } from "./entry.ts";
import { type Html, html } from "../html.ts";

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

const spaced = (number: string) => number.replaceAll(/(\d{4})(?=\d)/g, "$1 ");

export function field(input: Field): Html {
  return html`<div class="field">
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
}

type Typed = { fields: CardFields; errors: FieldErrors };

export function cardFields({ fields, errors }: Typed): Html {
  return html` ${field({ name: "cardNumber", label: "Card number", value: "", error: errors.cardNumber, autocomplete: "cc-number", inputmode: "numeric", placeholder: "1234 1234 1234 1234" })}
    <div class="row">
      ${field({ name: "cardExpiry", label: "Expiry date", value: fields.cardExpiry, error: errors.cardExpiry, autocomplete: "cc-exp", inputmode: "numeric", placeholder: "MM / YY" })}
      ${field({ name: "cardCvc", label: "CVC", value: "", error: errors.cardCvc, autocomplete: "cc-csc", inputmode: "numeric", placeholder: "CVC" })}
    </div>
    ${field({ name: "billingName", label: "Name on card", value: fields.billingName, error: errors.billingName, autocomplete: "cc-name" })}`;
}

export const testCards = html`<section class="panel" aria-labelledby="cards">
  <h2 id="cards">Test cards</h2>
  <ul class="cards">
    ${knownTestCards.map(({ number, label }) => html`<li><code>${spaced(number)}</code> ${label}</li>`)}
  </ul>
  <p class="note">Any future expiry date, any CVC, any name.</p>
</section>`;
