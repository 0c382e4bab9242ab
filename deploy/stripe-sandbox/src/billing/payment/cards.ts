import { createHash } from "node:crypto";
import type { CardRecord } from "../../state/objects.ts";

/** How a card number behaves: at entry, and at each later charge. */
export type TestCard = {
  number: string;
  brand: string;
  entry: "accepted" | "declined" | "authenticates";
  charge: CardRecord["charge"];
  declineCode: string;
  label: string;
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

const declines = { entry: "declined", charge: "declines" } as const;

/** Stripe's test cards. */
export const knownTestCards: readonly TestCard[] = [
  card("4242424242424242", "pays"),
  card("5555555555554444", "pays (Mastercard)", { brand: "mastercard" }),
  card("4000000000000002", "is declined", declines),
  card("4000000000009995", "is declined: insufficient funds", {
    ...declines,
    declineCode: "insufficient_funds",
  }),
  card("4000000000000069", "is declined: expired card", {
    ...declines,
    declineCode: "expired_card",
  }),
  card("4000000000000341", "can be saved, then every charge fails", { charge: "declines" }),
  card("4000000000000259", "pays, then the cardholder disputes the charge", { charge: "disputes" }),
  card("4000000000005126", "pays, and a refund to it fails", { charge: "refund_fails" }),
  card("4000002760003184", "requires authentication, also at each renewal", {
    entry: "authenticates",
    charge: "authenticates",
  }),
  card("4000002500003155", "requires authentication once", { entry: "authenticates" }),
];

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

type Identity = { number: string; expMonth: number; expYear: number; name: string };

/**
 * The fingerprint of number, expiry and name, so that test users with 4242… differ.
 * Stripe's fingerprint depends on the number alone.
 */
export function fingerprint({ number, expMonth, expYear, name }: Identity): string {
  const person = name.trim().toLowerCase().replaceAll(/\s+/g, " ");
  const seed = `${number.replaceAll(/\D/g, "")}|${expMonth}/${expYear}|${person}`;
  return createHash("sha256").update(seed).digest("base64").replaceAll(/[+/=]/g, "").slice(0, 16);
}

function card(number: string, label: string, behavior: Partial<TestCard> = {}): TestCard {
  return {
    number,
    label,
    brand: "visa",
    entry: "accepted",
    charge: "pays",
    declineCode: "generic_decline",
    ...behavior,
  };
}
