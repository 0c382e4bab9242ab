import { expect, it } from "vitest";
import { namedCookie } from "./cookies.ts";

it("extracts a cookie with or without its prefix and no other cookie", () => {
  expect(namedCookie("a=1; checkout=2; xcheckout=3; checkout2=4", "checkout")).toEqual([
    "checkout=2",
  ]);
  expect(namedCookie("__Host-checkout=5; __Host-sid=6", "checkout")).toEqual(["__Host-checkout=5"]);
  expect(namedCookie(undefined, "checkout")).toEqual([]);
});
