import { expect, it } from "vitest";
import { networkHash } from "./security-log.ts";

const day = new Date("2026-11-26T01:00:00Z");
const sameDay = new Date("2026-11-26T23:00:00Z");
const nextDay = new Date("2026-11-27T00:00:00Z");

it("gives a network the same hash all day, and another one the next day", () => {
  const hash = networkHash("a-secret-of-the-installation");
  expect(hash("192.0.2.1", sameDay)).toBe(hash("192.0.2.1", day));
  expect(hash("192.0.2.1", nextDay)).not.toBe(hash("192.0.2.1", day));
  expect(hash("192.0.2.2", day)).not.toBe(hash("192.0.2.1", day));
  expect(hash("2001:db8:1:2::1", day)).toBe(hash("2001:db8:1:2:ffff::9", day));
});

it("cannot be repeated with another key, and does not contain the address", () => {
  const hash = networkHash("a-secret-of-the-installation")("192.0.2.1", day);
  expect(networkHash("another-secret")("192.0.2.1", day)).not.toBe(hash);
  expect(hash).toMatch(/^[\w-]{16}$/);
});
