import type { KeyObject } from "node:crypto";
import { assertionSigner, type Caller } from "@orbline/kit/auth";
import { createCache } from "@orbline/kit/cache";
import type { Service } from "../routes.ts";

// Half of an assertion's lifetime, so that each is valid for at least 30 more seconds.
const cachedMs = 30_000;

type Signed = { role: string; assertion: string };

const newCache = () => createCache<Signed>({ max: 20_000, ttlMs: cachedMs });

/** Signs assertions about the caller. A session gets the same assertion for a service for 30 seconds. */
export const cachedAssertions = ({ privateKey }: { privateKey: KeyObject }) => {
  const sign = assertionSigner({ privateKey });
  const signed = {
    identity: newCache(),
    billing: newCache(),
    prediction: newCache(),
    admin: newCache(),
  } satisfies Record<Service, unknown>;
  return (caller: Caller, audience: Service): string => {
    const [who, role] =
      caller.kind === "user" ? [caller.sessionId, caller.role] : ["anonymous", "anonymous"];
    const known = signed[audience].get(who);
    if (known?.role === role) return known.assertion;
    const assertion = sign(caller, audience);
    signed[audience].set(who, { role, assertion });
    return assertion;
  };
};
export type Assertions = ReturnType<typeof cachedAssertions>;
