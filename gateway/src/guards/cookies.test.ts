import { expect, it } from "vitest";
import { cookieValue, namedCookie } from "./cookies.ts";

it("finds a cookie among others by its full name", () => {
  expect(cookieValue("a=1; xsid=2; sid=3; sid2=4", "sid")).toBe("3");
  expect(cookieValue("a=1;sid=b=c;", "sid")).toBe("b=c");
  expect(cookieValue("sid2=4", "sid")).toBeUndefined();
  expect(cookieValue(undefined, "sid")).toBeUndefined();
});

it("passes a cookie with or without its prefix and nothing else", () => {
  expect(namedCookie("a=1; checkout=2; xcheckout=3; checkout2=4", "checkout")).toEqual([
    "checkout=2",
  ]);
  expect(namedCookie("__Host-checkout=5; __Host-sid=6", "checkout")).toEqual(["__Host-checkout=5"]);
  expect(namedCookie(undefined, "checkout")).toEqual([]);
});
