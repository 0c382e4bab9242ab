import { createHash } from "node:crypto";
import { build } from "../objects/build.ts";
import type { CardRecord, PaymentMethod } from "../objects/types.ts";
import { change, create, type World } from "../state/world.ts";
import testCards from "./test-cards.json" with { type: "json" };

/** How a card number behaves: at entry, and at each later charge. */
export type TestCard = {
  number: string;
  brand: string;
  entry: "accepted" | "declined" | "authenticates";
  charge: CardRecord["charge"];
  declineCode: string;
  label: string;
  /** Stripe's test payment method with this card. */
  token?: string;
};

export function declineOf(declineCode: string): { code: string; message: string } {
  if (declineCode === "expired_card")
    return { code: "expired_card", message: "Your card has expired." };
  const funds = declineCode === "insufficient_funds";
  return {
    code: "card_declined",
    message: funds ? "Your card has insufficient funds." : "Your card was declined.",
  };
}

/** Stripe's test cards. */
export const knownTestCards = testCards.map((card) => ({
  brand: "visa",
  entry: "accepted",
  charge: "pays",
  declineCode: "generic_decline",
  ...card,
})) as TestCard[];

/** The test card with this number. Spaces are ignored. */
export function testCard(number: string): TestCard | undefined {
  return knownTestCards.find((known) => known.number === number.replaceAll(/\D/g, ""));
}

/** The Luhn checksum over 13 to 19 digits. */
export function passesLuhn(number: string): boolean {
  const digits = number.replaceAll(/\D/g, "");
  const sum = digits
    .split("")
    .toReversed()
    .reduce((total, digit, place) => {
      const value = Number(digit) * (place % 2 === 1 ? 2 : 1);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
  return /^\d{13,19}$/.test(digits) && sum % 10 === 0;
}

export type EnteredCard = { known: TestCard; expMonth: number; expYear: number; name: string };

/**
 * The fingerprint of number, expiry and name, so that test users with 4242… differ.
 * Stripe's fingerprint depends on the number alone.
 */
export function fingerprint({ known, expMonth, expYear, name }: EnteredCard): string {
  const person = name.trim().toLowerCase().replaceAll(/\s+/g, " ");
  const seed = `${known.number}|${expMonth}/${expYear}|${person}`;
  return createHash("sha256").update(seed).digest("base64").replaceAll(/[+/=]/g, "").slice(0, 16);
}

/** Stores an entered card as a detached payment method, without its number. */
export function saveCard(world: World, entered: EnteredCard, email: string | null): PaymentMethod {
  const { known, expMonth, expYear, name } = entered;
  const card = build(world, "payment_method.card", {
    brand: known.brand,
    exp_month: expMonth,
    exp_year: expYear,
    fingerprint: fingerprint(entered),
    last4: known.number.slice(-4),
  });
  const billing_details = build(world, "billing_details", { email, name: name || null });
  const method = create(world, "payment_method", { billing_details, card });
  const { charge, declineCode } = known;
  create(world, "sandbox.card", { id: method.id, charge, declineCode });
  return method;
}

export function attach(world: World, method: PaymentMethod, customer: string): PaymentMethod {
  return change(world, "payment_method", method, { customer }, "payment_method.attached");
}

/** The behavior of a payment method's card. An unknown card pays. */
export function cardOf(
  world: World,
  method: PaymentMethod,
): Pick<CardRecord, "charge" | "declineCode"> {
  return world.store.find("sandbox.card", method.id) ?? { charge: "pays", declineCode: "" };
}
