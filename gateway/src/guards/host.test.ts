import { expect, it } from "vitest";
import { checkVersionAndHost } from "./host.ts";

const httpVersion = "1.1";

it("refuses a request with two Host headers, in any case of letters", () => {
  const check = (rawHeaders: string[]) => () => checkVersionAndHost({ rawHeaders, httpVersion });
  expect(check(["Host", "a", "HOST", "b"])).toThrow(/two Host/);
  expect(check(["host", "a", "x", "host"])).not.toThrow();
});

it("refuses a request without a Host header, except in HTTP/1.0", () => {
  const rawHeaders = ["accept", "host"];
  expect(() => checkVersionAndHost({ rawHeaders, httpVersion })).toThrow(/no Host/);
  expect(() => checkVersionAndHost({ rawHeaders, httpVersion: "1.0" })).not.toThrow();
});
