import { describe, expect, it } from "vitest";
import { openDatabase } from "../state/database.ts";
import { parseForm } from "./form.ts";
import { createIdempotency, fingerprintOf } from "./idempotency.ts";

const dayMs = 86_400_000;

const fingerprint = (encoded: string, path = "/v1/customers") =>
  fingerprintOf("POST", path, parseForm(encoded));

describe("fingerprintOf", () => {
  it("is the same in any order and differs by method, path, name, value and nesting", () => {
    const base = fingerprint("a=1&b[c]=2");
    expect(fingerprint("b[c]=2&a=1")).toBe(base);
    const others = [
      fingerprint("a=1&b[c]=2", "/v1/refunds"),
      fingerprintOf("DELETE", "/v1/customers", parseForm("a=1&b[c]=2")),
      fingerprint("a=1&b[d]=2"),
      fingerprint("a=1&b[c]=3"),
      fingerprint("a=1&b=2"),
      fingerprint("a=1"),
    ];
    expect(new Set([base, ...others]).size).toBe(7);
  });
});

describe("createIdempotency", () => {
  it("keeps an answer for a day of real time, then forgets it", () => {
    let now = 0;
    const answers = createIdempotency(openDatabase(":memory:"), () => now);
    answers.save("k", "f", { status: 200, body: "{}" });
    now = dayMs - 1;
    expect(answers.find("k", "f")).toEqual({ status: 200, body: "{}" });
    expect(() => answers.find("k", "g")).toThrow(/same parameters/);
    now = dayMs;
    expect(answers.find("k", "g")).toBeUndefined();
  });

  it("refuses a key that is too long", () => {
    const answers = createIdempotency(openDatabase(":memory:"), () => 0);
    expect(() => answers.find("k".repeat(256), "f")).toThrow(/255/);
  });
});
