import { afterEach, expect, it, vi } from "vitest";
import { codeOf } from "./authenticator.ts";

afterEach(() => {
  vi.useRealTimers();
});

// The secret of RFC 6238, "12345678901234567890" in base32.
const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

it.each([
  [59, "287082"],
  [1_111_111_109, "081804"],
  [20_000_000_000, "353130"],
])("shows at second %d the code of RFC 6238", (seconds, code) => {
  vi.useFakeTimers({ now: seconds * 1_000 });
  expect(codeOf(secret)).toBe(code);
  vi.setSystemTime((seconds - 30) * 1_000);
  expect(codeOf(secret, 1)).toBe(code);
});
