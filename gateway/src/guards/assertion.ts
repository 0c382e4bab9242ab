import type { KeyObject } from "node:crypto";
import { assertionSigner, type Caller } from "@orbline/kit/auth";
import { createCache } from "@orbline/kit/cache";
import type { Service } from "../routes.ts";

// Half of an assertion's lifetime, so that each is valid for at least 30 more seconds.
const cachedMs = 30_000;

/** Signs assertions about the caller. */
export type Assertions = ReturnType<typeof cachedAssertions>;

/** Signs assertions about the caller. A session gets the same assertion for a service for 30 seconds. */
export function cachedAssertions({ privateKey }: { privateKey: KeyObject }) {
  const sign = assertionSigner({ privateKey });
  const signed: Record<Service, ReturnType<typeof newCache>> = {
    identity: newCache(),
    billing: newCache(),
    prediction: newCache(),
    admin: newCache(),
  };
  return (caller: Caller, audience: Service): string => {
    const [key, role] =
      caller.kind === "user" ? [caller.sessionId, caller.role] : ["anonymous", "anonymous"];
    const known = signed[audience].get(key);
    if (known?.role === role) return known.assertion;
    const assertion = sign(caller, audience);
    signed[audience].set(key, { role, assertion });
    return assertion;
  };
}

function newCache() {
  return createCache<{ role: string; assertion: string }>({ max: 20_000, ttlMs: cachedMs });
}
