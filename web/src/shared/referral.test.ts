import { afterEach, expect, it, vi } from "vitest";
import { referralCode, rememberReferral, reportConversion, reportFreeSignUp } from "./referral.ts";

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

const payment = {
  email: "a@b.de",
  amount: 1999,
  externalId: "u1",
  plan: "monthly",
  source: "subscription_success",
};

it("ignores a conversion without a tracking script", () => {
  expect(() => reportConversion("cs_1", payment)).not.toThrow();
});

it("reports each payment once and a free account with an amount of 0", () => {
  const convert = vi.fn<(conversion: { amount: number }) => void>();
  vi.stubGlobal("orblineReferral", { convert });
  for (const session of ["cs_1", "cs_2", "cs_1"]) reportConversion(session, payment);
  reportFreeSignUp({ id: "u2", email: null }, "auth_page");
  expect(convert.mock.calls.map(([{ amount }]) => amount)).toEqual([1999, 1999, 0]);
});

it("reports a payment also when the browser stores nothing", () => {
  const convert = vi.fn<() => void>();
  vi.stubGlobal("orblineReferral", { convert });
  vi.spyOn(Storage.prototype, "getItem").mockImplementation(() => {
    throw new Error("closed");
  });
  reportConversion("cs_1", payment);
  expect(convert).toHaveBeenCalledOnce();
});
