import { expect, it } from "vitest";
import { cookieName, readCookie, setCookie } from "./cookies.ts";

const cookie = { name: "sid", value: "x", maxAgeSeconds: 60 };

it("binds cookies of an https origin to the host and to TLS", () => {
  expect(setCookie({ ...cookie, origin: "https://orbline.test" })).toBe(
    "__Host-sid=x; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=60",
  );
});

it("sets plain cookies on an http origin, where browsers refuse the prefix", () => {
  const origin = "http://localhost:8080";
  expect(setCookie({ ...cookie, origin })).toBe(
    "sid=x; Path=/; HttpOnly; SameSite=Lax; Max-Age=60",
  );
  expect(cookieName("sid", origin)).toBe("sid");
});

it("finds a cookie among others by its whole name", () => {
  expect(readCookie("a=1; xsid=2; sid=3; sid2=4", "sid")).toBe("3");
  expect(readCookie("a=1;sid=b=c;", "sid")).toBe("b=c");
  expect(readCookie("sid=b=c", "sid")).toBe("b=c");
  expect(readCookie("sid2=4", "sid")).toBeUndefined();
  expect(readCookie(undefined, "sid")).toBeUndefined();
});
