import { describe, expect, it } from "vitest";
import { checkFields, readExpiry, readFields } from "./entry.ts";

const startedAt = Date.UTC(2026, 10, 21) / 1000;

const good = {
  email: "ada@example.com",
  cardNumber: "4242 4242 4242 4242",
  cardExpiry: "11 / 26",
  cardCvc: "123",
  billingName: "Ada",
};

describe("readExpiry", () => {
  it.each([
    ["12 / 34", 12, 2034],
    ["1/2034", 1, 2034],
    ["1234", 12, 2034],
    ["09/30", 9, 2030],
  ])("parses the expiry date %s", (text, month, year) => {
    expect(readExpiry(text)).toEqual({ month, year });
  });

  it.each(["13/30", "00/30", "12", "", "12/3"])(
    "returns undefined for the expiry date %j",
    (text) => {
      expect(readExpiry(text)).toBeUndefined();
    },
  );
});

describe("checkFields", () => {
  it("accepts a card up to the end of its month", () => {
    expect(checkFields(good, true, startedAt)).toMatchObject({
      entry: { email: "ada@example.com", card: { expMonth: 11, expYear: 2026, name: "Ada" } },
    });
    expect(checkFields(good, true, Date.UTC(2026, 11, 1) / 1000)).toMatchObject({
      errors: { cardExpiry: "Your card's expiry date is in the past." },
    });
  });

  it.each(["email", "cardNumber", "cardExpiry", "cardCvc", "billingName"])(
    "reports an error for an empty %s",
    (name) => {
      const checked = checkFields({ ...good, [name]: "" }, true, startedAt);
      expect("errors" in checked && Object.keys(checked.errors)).toEqual([name]);
    },
  );

  it("declines a valid number that is not a test card", () => {
    const checked = checkFields({ ...good, cardNumber: "4111 1111 1111 1111" }, true, startedAt);
    expect(checked).toMatchObject({ errors: {}, declined: expect.stringContaining("test cards") });
  });

  it("requires only an email when no card is needed", () => {
    const fields = readFields({ email: " ada@example.com " });
    expect(checkFields(fields, false, startedAt)).toEqual({
      entry: { email: "ada@example.com", card: null },
    });
    expect(checkFields(readFields({}), false, startedAt)).toHaveProperty("errors.email");
  });
});

describe("readFields", () => {
  it("treats invalid fields as empty", () => {
    const empty = { email: "", cardNumber: "", cardExpiry: "", cardCvc: "", billingName: "" };
    expect(readFields(undefined)).toEqual(empty);
    expect(readFields({ email: ["a", "b"], cardCvc: "12345" })).toEqual(empty);
  });
});
