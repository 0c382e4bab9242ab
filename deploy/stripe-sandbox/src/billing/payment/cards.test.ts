import { describe, expect, it } from "vitest";
import { knownTestCards, fingerprint, passesLuhn, testCard } from "./cards.ts";

describe("test cards", () => {
  it("finds each test card with and without spaces, and each number is valid", () => {
    for (const card of knownTestCards) {
      expect(passesLuhn(card.number)).toBe(true);
      expect(testCard(card.number.replaceAll(/(.{4})/g, "$1 "))).toBe(card);
    }
    expect(testCard("4111111111111111")).toBeUndefined();
  });

  it.each(["4242424242424241", "", "4242", "42424242424242424242"])(
    "rejects %j as a card number",
    (number) => {
      expect(passesLuhn(number)).toBe(false);
    },
  );
});

describe("fingerprint", () => {
  const identity = { number: "4242 4242 4242 4242", expMonth: 1, expYear: 2040, name: "Ada L" };

  it("depends on number, expiry and name, not on spaces or case", () => {
    const base = fingerprint(identity);
    expect(fingerprint({ ...identity, number: "4242424242424242", name: " ada  l " })).toBe(base);
    const others = [
      fingerprint({ ...identity, number: "5555555555554444" }),
      fingerprint({ ...identity, expMonth: 2 }),
      fingerprint({ ...identity, expYear: 2041 }),
      fingerprint({ ...identity, name: "Eve" }),
    ];
    expect(new Set([base, ...others]).size).toBe(5);
  });
});
