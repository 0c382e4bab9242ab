import type { KeyObject } from "node:crypto";
import { assertionSigner, type Caller } from "@orbline/kit/auth";
import { createCache } from "@orbline/kit/cache";
import type { Service } from "../routes.ts";

// Half of an assertion's lifetime, so that each is valid for at least 30 more seconds.
const cachedMs = 30_000;

/** Signs assertions about the caller. */
export type Assertions = ReturnType<typeof cachedAssertions>;

/**
 * Signs assertions about the caller. A session gets the same assertion for a service for 30 seconds, unless its role or its
 * proof changes.
 */
export function cachedAssertions({ privateKey }: { privateKey: KeyObject }) {
  const sign = assertionSigner({ privateKey });
  const signed: Record<Service, ReturnType<typeof newCache>> = {
    identity: newCache(),
    billing: newCache(),
    prediction: newCache(),
    admin: newCache(),
  };
  return (caller: Caller, audience: Service): string => {
    const { key, role, provenAtMs } =
      caller.kind === "user"
        ? { key: caller.sessionId, role: caller.role, provenAtMs: caller.provenAtMs }
        : { key: "anonymous", role: "anonymous", provenAtMs: undefined };
    const known = signed[audience].get(key);
    if (known?.role === role && known.provenAtMs === provenAtMs) return known.assertion;
    const assertion = sign(caller, audience);
    signed[audience].set(key, { role, provenAtMs, assertion });
    return assertion;
  };
}

function newCache() {
  return createCache<{ role: string; provenAtMs: number | undefined; assertion: string }>({
    max: 20_000,
    ttlMs: cachedMs,
  });
}
