import { expect, it } from "vitest";
import { mailTime } from "./time.ts";

it("writes a time with its date and time zone", () =>
  expect(mailTime(new Date("2026-12-01T02:54:00Z"))).toBe("December 1, 2026, 2:54 AM UTC"));
