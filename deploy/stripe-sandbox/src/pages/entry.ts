import { z } from "zod";
import { passesLuhn, testCard } from "../billing/cards.ts";
import type { Entry } from "../billing/purchase.ts";

/** The form's fields as typed; names follow Stripe's own page. */
export type Fields = {
  email: string;
  cardNumber: string;
  cardExpiry: string;
  cardCvc: string;
  billingName: string;
};

export type FieldErrors = { [field in keyof Fields]?: string };

export const EMPTY: Fields = {
  email: "",
  cardNumber: "",
  cardExpiry: "",
  cardCvc: "",
  billingName: "",
};

const NOT_TEST =
  "Your card was declined. This is a test page: use one of the test cards listed below.";

const field = (max: number) => z.string().trim().max(max).catch("");

const fieldsSchema = z.object({
  email: field(512),
  cardNumber: field(40),
  cardExpiry: field(10),
  cardCvc: field(4),
  billingName: field(200),
});

/** Reads the posted form; anything unreadable counts as empty. */
export const readFields = (body: unknown): Fields => fieldsSchema.catch(EMPTY).parse(body ?? {});

/** Reads `12 / 34`, `12/2034` or `1234` as month and year. */
export const readExpiry = (text: string): { month: number; year: number } | undefined => {
  const match = /^(0?[1-9]|1[0-2])\s*\/?\s*(?:20)?(\d{2})$/.exec(text);
  return match ? { month: Number(match[1]), year: 2000 + Number(match[2]) } : undefined;
};

const expiryError = (text: string, nowSeconds: number): string | undefined => {
  const expiry = readExpiry(text);
  if (!expiry) return "Enter the expiry date as MM / YY.";
  const end = Date.UTC(expiry.year, expiry.month, 1) / 1000;
  return end <= nowSeconds ? "Your card's expiry date is in the past." : undefined;
};

const cardErrors = (fields: Fields, now: number): FieldErrors => {
  const expiry = expiryError(fields.cardExpiry, now);
  return {
    ...(passesLuhn(fields.cardNumber) ? {} : { cardNumber: "Your card number is not valid." }),
    ...(expiry === undefined ? {} : { cardExpiry: expiry }),
    ...(/^\d{3,4}$/.test(fields.cardCvc) ? {} : { cardCvc: "Enter the 3 or 4 digits of the CVC." }),
    ...(fields.billingName === "" ? { billingName: "Enter the name on the card." } : {}),
  };
};

type Checked = { entry: Entry } | { errors: FieldErrors; declined?: string };

/** Checks what was typed; without `needsCard` only the e-mail counts. */
export const checkFields = (fields: Fields, needsCard: boolean, now: number): Checked => {
  const email = /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(fields.email)
    ? {}
    : { email: "Enter your email, like name@example.com." };
  if (!needsCard)
    return email.email ? { errors: email } : { entry: { email: fields.email, card: null } };
  const errors = { ...email, ...cardErrors(fields, now) };
  if (Object.keys(errors).length > 0) return { errors };
  const known = testCard(fields.cardNumber);
  const expiry = readExpiry(fields.cardExpiry);
  if (!known || !expiry) return { errors: {}, declined: NOT_TEST };
  const card = { known, expMonth: expiry.month, expYear: expiry.year, name: fields.billingName };
  return { entry: { email: fields.email, card } };
};
