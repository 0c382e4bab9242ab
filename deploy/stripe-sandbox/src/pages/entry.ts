import { z } from "zod";
import { type EnteredCard, knownTestCards, passesLuhn, testCard } from "../billing/cards.ts";
import type { Entry } from "../billing/checkout.ts";
import { type Html, html, input, panel } from "./html.ts";

const field = (max: number) => z.string().trim().max(max).catch("");

const fieldsSchema = z.object({
  email: field(512),
  cardNumber: field(40),
  cardExpiry: field(10),
  cardCvc: field(4),
  billingName: field(200),
});

/** The form's fields as typed. Names follow Stripe's checkout page. */
export type Fields = z.output<typeof fieldsSchema>;
export type FieldErrors = { [field in keyof Fields]?: string };

type Refused = { errors: FieldErrors; declined?: string };

export const emptyFields = readFields({});

const notTest =
  "Your card was declined. This is a test page: use one of the test cards listed below.";

/** Reads the posted form. An invalid field becomes empty. */
export function readFields(body: unknown): Fields {
  return fieldsSchema.parse(body ?? {});
}

/** Parses `12 / 34`, `12/2034` or `1234` as month and year. */
export function readExpiry(text: string): { month: number; year: number } | undefined {
  const match = /^(0?[1-9]|1[0-2])\s*\/?\s*(?:20)?(\d{2})$/.exec(text);
  return match ? { month: Number(match[1]), year: 2000 + Number(match[2]) } : undefined;
}

/** Returns the test card, or the errors of the fields. */
export function checkCard(fields: Fields, now: number): { card: EnteredCard } | Refused {
  const expiry = readExpiry(fields.cardExpiry);
  const errors: FieldErrors = {};
  if (!passesLuhn(fields.cardNumber)) errors.cardNumber = "Your card number is not valid.";
  if (!expiry) errors.cardExpiry = "Enter the expiry date as MM / YY.";
  else if (Date.UTC(expiry.year, expiry.month, 1) / 1000 <= now)
    errors.cardExpiry = "Your card's expiry date is in the past.";
  if (!/^\d{3,4}$/.test(fields.cardCvc)) errors.cardCvc = "Enter the 3 or 4 digits of the CVC.";
  if (fields.billingName === "") errors.billingName = "Enter the name on the card.";
  if (!expiry || Object.keys(errors).length > 0) return { errors };
  const known = testCard(fields.cardNumber);
  if (!known) return { errors, declined: notTest };
  const { month: expMonth, year: expYear } = expiry;
  return { card: { known, expMonth, expYear, name: fields.billingName } };
}

/** Validates the fields. Without `needsCard` only the email is checked. */
export function checkFields(
  fields: Fields,
  needsCard: boolean,
  now: number,
): { entry: Entry } | Refused {
  const { email } = fields;
  const errors = /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)
    ? undefined
    : { email: "Enter your email, like name@example.com." };
  const checked = needsCard ? checkCard(fields, now) : { card: null };
  if ("errors" in checked) return { ...checked, errors: { ...errors, ...checked.errors } };
  return errors ? { errors } : { entry: { email, card: checked.card } };
}

const numeric = (placeholder: string) => ({ inputmode: "numeric", placeholder });

/** The inputs of a card. The number and the CVC are never shown again. */
export function cardFields(fields: Fields, errors: FieldErrors): Html {
  const one = (name: keyof Fields, label: string, value: string, autocomplete: string, more = {}) =>
    input(name, label, value, { autocomplete, required: "required", ...more }, errors[name]);
  return html`${one("cardNumber", "Card number", "", "cc-number", numeric("1234 1234 1234 1234"))}
    <div class="row">
      ${one("cardExpiry", "Expiry date", fields.cardExpiry, "cc-exp", numeric("MM / YY"))}
      ${one("cardCvc", "CVC", "", "cc-csc", numeric("CVC"))}
    </div>
    ${one("billingName", "Name on card", fields.billingName, "cc-name")}`;
}

const spaced = (number: string) => number.replaceAll(/(\d{4})(?=\d)/g, "$1 ");

export const testCards = panel(
  "cards",
  "Test cards",
  html`<ul>
      ${knownTestCards.map(({ number, label }) => html`<li><code>${spaced(number)}</code> ${label}</li>`)}
    </ul>
    <p class="note">Any future expiry date, any CVC, any name.</p>`,
);
