import { expect, it } from "vitest";
import { readConfig } from "./config.ts";

it("refuses to start in production, whatever else is set", () => {
  expect(readConfig({}).PORT).toBe(8140);
  expect(() => readConfig({ NODE_ENV: "production" })).toThrow(/does not start in production/);
});
