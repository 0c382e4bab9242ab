import { expect, it } from "vitest";
import { userAgentLabel } from "./user-agent.ts";

it.each([
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1",
    "Safari on iPhone",
  ],
  ["", "Unknown device"],
  [undefined, "Unknown device"],
  // The library reads the text before a slash as the browser's name.
  ["Your account is at risk: open evil.example now/1 (x)", "Unknown device"],
  ["Call us at once/1 (Linux)", "Linux"],
])("labels the user agent %j as %j", (userAgent, expected) => {
  expect(userAgentLabel(userAgent)).toBe(expected);
});

it("gives a short label to the longest user agent", () => {
  for (const text of ["x".repeat(15_000), `Nokia ${"1".repeat(15_000)}`, "a/ ".repeat(5_000)])
    expect(userAgentLabel(text).length).toBeLessThan(350);
});
