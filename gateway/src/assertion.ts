import type { KeyObject } from "node:crypto";
import { assertionSigner, type Caller } from "@orbline/kit/auth";
import { createCache } from "@orbline/kit/cache";
import type { Service } from "./routes.ts";

// Half of an assertion's life, so that what is handed out is good for 30 seconds at least.
const cachedMs = 30_000;

/** Signs who calls for one service; the same session and service get the same assertion for 30 seconds. */
export const cachedAssertions = ({ privateKey }: { privateKey: KeyObject }) => {
  const sign = assertionSigner({ privateKey });
  const signed = createCache<string>({ max: 100_000, ttlMs: cachedMs });
  return (caller: Caller, audience: Service): string => {
    const who = caller.kind === "user" ? `${caller.sid} ${caller.role}` : "";
    const key = `${audience} ${who}`;
    const known = signed.get(key);
    if (known) return known;
    const assertion = sign(caller, audience);
    signed.set(key, assertion);
    return assertion;
  };
};
/** Makes the assertion that a service is told the caller by. */
export type Assertions = ReturnType<typeof cachedAssertions>;
