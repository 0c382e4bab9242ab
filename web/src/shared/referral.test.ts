import { afterEach, expect, it, vi } from "vitest";
import { referralCode, rememberReferral, reportConversion } from "./referral.ts";

const dayMs = 86_400_000;

afterEach(() => vi.unstubAllGlobals());

it("a code of the link is kept for thirty days", () => {
  rememberReferral("?ref=northside", 0);
  expect(referralCode(29 * dayMs)).toBe("northside");
  expect(referralCode(31 * dayMs)).toBeUndefined();
});

it("the other parameter counts too, and a link without a code keeps the old one", () => {
  rememberReferral("?affiliate=southside", 0);
  rememberReferral("?x=1", 0);
  expect(referralCode(1)).toBe("southside");
});

it("what cannot be a code is dropped", () => {
  rememberReferral("?ref=%3Cscript%3E", 0);
  expect(referralCode(1)).toBeUndefined();
  localStorage.setItem("orbline.referral", "{broken");
  expect(referralCode(1)).toBeUndefined();
});

it("the tracking script's code comes first", () => {
  rememberReferral("?ref=northside", 0);
  vi.stubGlobal("orblineReferral", { referralId: "tracked" });
  expect(referralCode(1)).toBe("tracked");
});

it("without a script a conversion is told to nobody", () => {
  const metadata = { plan: "monthly", source: "x", affiliateCode: undefined };
  const conversion = { email: "a@b.de", amount: 1999, externalId: "u1", metadata };
  expect(() => reportConversion({ ...conversion, currency: "USD" })).not.toThrow();
});
