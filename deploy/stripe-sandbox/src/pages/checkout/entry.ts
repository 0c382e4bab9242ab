import { z } from "zod";
import { passesLuhn, testCard } from "../../billing/payment/cards.ts";
import type { Entry } from "../../billing/checkout/pay-session.ts";
import type { EnteredCard } from "../../billing/payment/save-card.ts";

/** The form's fields as typed. Names follow Stripe's checkout page. */
export type Fields = {
  email: string;
  cardNumber: string;
  cardExpiry: string;
  cardCvc: string;
  billingName: string;
};

export type CardFields = Omit<Fields, "email">;

export type FieldErrors = { [field in keyof Fields]?: string };

export const emptyFields: Fields = {
  email: "",
  cardNumber: "",
  cardExpiry: "",
  cardCvc: "",
  billingName: "",
};

const notTest =
  "Your card was declined. This is a test page: use one of the test cards listed below.";

const field = (max: number) => z.string().trim().max(max).catch("");

const fieldsSchema = z.object({
  email: field(512),
  cardNumber: field(40),
  cardExpiry: field(10),
  cardCvc: field(4),
  billingName: field(200),
});

/** Reads the posted form. An invalid field becomes empty. */
export function readFields(body: unknown): Fields {
  return fieldsSchema.catch(emptyFields).parse(body ?? {});
}

/** Parses `12 / 34`, `12/2034` or `1234` as month and year. */
export function readExpiry(text: string): { month: number; year: number } | undefined {
  const match = /^(0?[1-9]|1[0-2])\s*\/?\s*(?:20)?(\d{2})$/.exec(text);
  return match ? { month: Number(match[1]), year: 2000 + Number(match[2]) } : undefined;
}

type Refused = { errors: FieldErrors; declined?: string };
type CheckedCard = { card: EnteredCard } | Refused;
type Checked = { entry: Entry } | Refused;

/** Returns the test card, or the errors of the fields. */
export function checkCard(fields: CardFields, now: number): CheckedCard {
  const errors = cardErrors(fields, now);
  if (Object.keys(errors).length > 0) return { errors };
  const known = testCard(fields.cardNumber);
  const expiry = readExpiry(fields.cardExpiry);
  if (!known || !expiry) return { errors: {}, declined: notTest };
  const { month: expMonth, year: expYear } = expiry;
  return { card: { known, expMonth, expYear, name: fields.billingName } };
}

/** Validates the fields. Without `needsCard` only the email is checked. */
export function checkFields(fields: Fields, needsCard: boolean, now: number): Checked {
  const email = /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(fields.email)
    ? {}
    : { email: "Enter your email, like name@example.com." };
  if (!needsCard)
    return email.email ? { errors: email } : { entry: { email: fields.email, card: null } };
  const checked = checkCard(fields, now);
  if ("errors" in checked) return { ...checked, errors: { ...email, ...checked.errors } };
  if (email.email) return { errors: email };
  return { entry: { email: fields.email, card: checked.card } };
}

function cardErrors(fields: CardFields, now: number): FieldErrors {
  const expiry = expiryError(fields.cardExpiry, now);
  return {
    ...(passesLuhn(fields.cardNumber) ? {} : { cardNumber: "Your card number is not valid." }),
    ...(expiry === undefined ? {} : { cardExpiry: expiry }),
    ...(/^\d{3,4}$/.test(fields.cardCvc) ? {} : { cardCvc: "Enter the 3 or 4 digits of the CVC." }),
    ...(fields.billingName === "" ? { billingName: "Enter the name on the card." } : {}),
  };
}

function expiryError(text: string, nowSeconds: number): string | undefined {
  const expiry = readExpiry(text);
  if (!expiry) return "Enter the expiry date as MM / YY.";
  const end = Date.UTC(expiry.year, expiry.month, 1) / 1000;
  return end <= nowSeconds ? "Your card's expiry date is in the past." : undefined;
}
