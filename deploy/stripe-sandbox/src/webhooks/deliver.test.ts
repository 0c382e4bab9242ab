import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { backoffMs, signatureHeader } from "./deliver.ts";

const middle = (attempts: number) => backoffMs(attempts, 1000, 0.5);

describe("backoffMs", () => {
  it("doubles the delay from the base up to a minute", () => {
    expect([1, 2, 3, 6, 7, 50].map(middle)).toEqual([1000, 2000, 4000, 32_000, 60_000, 60_000]);
  });

  it("adds jitter of up to 25 % in both directions", () => {
    expect(backoffMs(1, 1000, 0)).toBe(750);
    expect(backoffMs(1, 1000, 1)).toBe(1250);
  });
});

describe("signatureHeader", () => {
  it("signs the timestamp and the payload with the secret", () => {
    const mac = createHmac("sha256", "whsec_x").update('7.{"a":1}').digest("hex");
    expect(signatureHeader('{"a":1}', "whsec_x", 7)).toBe(`t=7,v1=${mac}`);
  });
});
