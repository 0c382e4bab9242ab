import { describe, expect, it } from "vitest";
import { checkReturnUrls, returnUrls } from "./return-pages.ts";

const origin = "https://orbline.example";

it("uses our own pages with the session id as the provider's return pages", () => {
  expect(returnUrls(origin).subscription).toEqual({
    success: "https://orbline.example/subscription/success?session_id={CHECKOUT_SESSION_ID}",
    cancel: "https://orbline.example/subscription/cancel",
  });
});

describe("return pages in a request body", () => {
  const check = (success_url?: string, cancel_url?: string) => () =>
    checkReturnUrls(origin, { success_url, cancel_url });

  it("are accepted when they are our own or absent", () => {
    for (const { success, cancel } of Object.values(returnUrls(origin)))
      expect(check(success, cancel)).not.toThrow();
    expect(check()).not.toThrow();
  });

  it.each([
    "https://evil.example/subscription/success",
    "https://orbline.example.evil.example/subscription/success",
    "https://orbline.example@evil.example/subscription/success",
    "https://someone@orbline.example/subscription/success",
    "http://orbline.example/subscription/success",
    "https://orbline.example:8443/subscription/success",
    "https://orbline.example/subscription/cancel",
    "https://orbline.example/subscription/success/../../admin",
    "//orbline.example/subscription/success",
    "/subscription/success",
    "javascript:alert(1)",
  ])("are refused when one is %s", (sent) => {
    expect(check(sent)).toThrow("success_url must be a return page of this site.");
    expect(check(undefined, sent.replace(/cancel$/, "success"))).toThrow("cancel_url");
  });
});
