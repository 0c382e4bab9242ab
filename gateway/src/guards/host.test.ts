import { expect, it } from "vitest";
import { refuseSecondHost } from "./host.ts";

it("refuses a request with two Host headers, in any case of letters", () => {
  expect(() => refuseSecondHost({ rawHeaders: ["Host", "a", "HOST", "b"] })).toThrow(/two Host/);
  expect(() => refuseSecondHost({ rawHeaders: ["host", "a", "x", "host"] })).not.toThrow();
});
