import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { predictionIds } from "./prediction-id.ts";

const idempotencyKey = ["usr_1", "nba", "moderate", 20, 1, null, 1_793_000_000_000];
const idIn = (secret: string) => predictionIds(secret)(idempotencyKey);

it("gives two processes with one secret the same id for the same idempotency key", () => {
  expect(idIn("one secret")).toMatch(/^prd_[\da-f]{32}$/);
  expect(idIn("one secret")).toBe(idIn("one secret"));
});

it("gives an id that cannot be computed from its request without the secret", () => {
  expect(idIn("one secret")).not.toBe(idIn("another secret"));
  const hash = createHash("sha256").update(JSON.stringify(idempotencyKey)).digest("hex");
  expect(idIn("one secret")).not.toContain(hash.slice(0, 32));
});
