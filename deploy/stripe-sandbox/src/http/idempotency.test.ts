import { describe, expect, it } from "vitest";
import { openDatabase } from "../state/database.ts";
import { parseForm } from "./params.ts";
import { createIdempotency, fingerprintOf } from "./idempotency.ts";

const dayMs = 86_400_000;

const fingerprint = (encoded: string, path = "/v1/customers") =>
  fingerprintOf("POST", path, parseForm(encoded));

describe("fingerprintOf", () => {
  it("ignores the order of parameters and differs by method, path, name, value and nesting", () => {
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
  it("keeps a response for 24 hours of real time", () => {
    let now = 0;
    const responses = createIdempotency(openDatabase(":memory:"), () => now);
    const response = { status: 200, body: "{}", request: "req_1" };
    responses.save("k", "f", response);
    now = dayMs - 1;
    expect(responses.find("k", "f")).toEqual(response);
    expect(() => responses.find("k", "g")).toThrow(/same parameters/);
    now = dayMs;
    expect(responses.find("k", "g")).toBeUndefined();
  });

  it("rejects a key of more than 255 characters", () => {
    const responses = createIdempotency(openDatabase(":memory:"), () => 0);
    expect(() => responses.find("k".repeat(256), "f")).toThrow(/255/);
  });
});
