import { describe, expect, it } from "vitest";
import { knownTestCards, fingerprint, passesLuhn, type TestCard, testCard } from "./cards.ts";

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
  const [known, other] = knownTestCards as [TestCard, TestCard];
  const identity = { known, expMonth: 1, expYear: 2040, name: "Ada L" };

  it("depends on number, expiry and name, not on spaces or case", () => {
    const base = fingerprint(identity);
    expect(fingerprint({ ...identity, name: " ada  l " })).toBe(base);
    const others = [
      fingerprint({ ...identity, known: other }),
      fingerprint({ ...identity, expMonth: 2 }),
      fingerprint({ ...identity, expYear: 2041 }),
      fingerprint({ ...identity, name: "Eve" }),
    ];
    expect(new Set([base, ...others]).size).toBe(5);
  });
});
