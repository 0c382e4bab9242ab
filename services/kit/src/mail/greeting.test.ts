import { expect, it } from "vitest";
import { greetingTo } from "./greeting.ts";

it("greets by the username, unless there is none or mail programs could make a link of it", () => {
  expect(greetingTo("jo_1")).toBe("Hello jo_1,");
  expect(greetingTo("prizes.example")).toBe("Hello,");
  expect(greetingTo(undefined)).toBe("Hello,");
});
