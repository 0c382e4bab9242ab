import { afterEach, expect, it, vi } from "vitest";
import { referralCode, rememberReferral, reportConversion } from "./referral.ts";

const dayMs = 86_400_000;

afterEach(() => vi.unstubAllGlobals());

it("stores the code of a link for thirty days", () => {
  rememberReferral("?ref=northside", 0);
  expect(referralCode(29 * dayMs)).toBe("northside");
  expect(referralCode(31 * dayMs)).toBeUndefined();
});

it("accepts `affiliate` too and keeps the old code on a link without one", () => {
  rememberReferral("?affiliate=southside", 0);
  rememberReferral("?x=1", 0);
  expect(referralCode(1)).toBe("southside");
});

it("ignores an invalid code", () => {
  rememberReferral("?ref=%3Cscript%3E", 0);
  expect(referralCode(1)).toBeUndefined();
  localStorage.setItem("orbline.referral", "{broken");
  expect(referralCode(1)).toBeUndefined();
});

it("prefers the code of the tracking script", () => {
  rememberReferral("?ref=northside", 0);
  vi.stubGlobal("orblineReferral", { referralId: "tracked" });
  expect(referralCode(1)).toBe("tracked");
});

it("ignores a conversion without a tracking script", () => {
  const metadata = { plan: "monthly", source: "x", affiliateCode: undefined };
  const conversion = { email: "a@b.de", amount: 1999, externalId: "u1", metadata };
  expect(() => reportConversion({ ...conversion, currency: "USD" })).not.toThrow();
});
