import { expect, it } from "vitest";
import { greetingTo } from "./greeting.ts";

it("greets by the username, unless it is empty or mail programs could make a link of it", () => {
  expect(greetingTo("jo_1")).toBe("Hello jo_1,");
  expect(greetingTo("prizes.example")).toBe("Hello,");
  expect(greetingTo("")).toBe("Hello,");
});
