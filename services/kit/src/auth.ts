import type { KeyObject } from "node:crypto";
import jwt from "jsonwebtoken";
import { z } from "zod";
import { createCache } from "./cache.ts";
import { AppError } from "./errors.ts";

/**
 * What a session may do. `dashboard` is an admin whose username does not begin with `admin_`: the audit log and the
 * tables, but no subscriptions, payments and webhooks. `unenrolled` is an admin without a second factor, who may do what
 * users may.
 */
export const sessionRoles = ["user", "dashboard", "admin", "unenrolled"] as const;
export type SessionRole = (typeof sessionRoles)[number];

/**
 * Who makes a request, according to the gateway. `sessionId` is the SHA-256 of the session token, `provenAtMs` the time of the
 * last proof of the password.
 */
export type Caller =
  | { kind: "anonymous" }
  | {
      kind: "user";
      userId: string;
      role: SessionRole;
      sessionId: string;
      provenAtMs?: number | undefined;
    };

/** Header that carries the signed assertion from the gateway to a service. */
export const assertionHeader = "x-orbline-assertion";

const lifetimeSeconds = 60;
const clockToleranceSeconds = 5;
const algorithm = "ES256";

const claimsSchema = z.object({
  sub: z.string().min(1),
  role: z.enum(["anonymous", ...sessionRoles]),
  sid: z.string().optional(),
  provenAtMs: z.number().optional(),
  exp: z.number(),
});

/** Signs assertions about the caller, each for one service and 60 seconds. */
export function assertionSigner({ privateKey }: { privateKey: KeyObject }) {
  const options = { algorithm, issuer: "gateway", expiresIn: lifetimeSeconds } as const;
  return (caller: Caller, audience: string): string => {
    const claims =
      caller.kind === "user"
        ? {
            sub: caller.userId,
            role: caller.role,
            sid: caller.sessionId,
            provenAtMs: caller.provenAtMs,
          }
        : { sub: "anonymous", role: "anonymous" };
    return jwt.sign(claims, privateKey, { ...options, audience });
  };
}

const invalid = (message: string, cause?: unknown) =>
  new AppError("unauthenticated", "assertion.invalid", message, { cause });

function toCaller(claims: z.output<typeof claimsSchema>): Caller {
  const { sub: userId, role, sid: sessionId, provenAtMs } = claims;
  if (role === "anonymous") return { kind: "anonymous" };
  if (!sessionId) throw invalid("The assertion has no session.");
  return { kind: "user", userId, role, sessionId, provenAtMs };
}

/**
 * Verifies assertions for one service, by any of the keys: there are two while the gateway's key is replaced. A verified
 * token is cached until it expires.
 */
export function assertionVerifier(options: {
  publicKey: KeyObject | readonly KeyObject[];
  audience: string;
}) {
  const { audience } = options;
  const publicKeys = [options.publicKey].flat();
  const verified = createCache<{ caller: Caller; endsAtMs: number }>({
    max: 10_000,
    ttlMs: (lifetimeSeconds + clockToleranceSeconds) * 1000,
  });
  return (token: string): Caller => {
    const known = verified.get(token);
    if (known && known.endsAtMs > Date.now()) return known.caller;
    let payload: unknown;
    try {
      payload = verifyByAny(token, publicKeys, {
        algorithms: [algorithm],
        audience,
        issuer: "gateway",
        clockTolerance: clockToleranceSeconds,
      });
    } catch (cause) {
      throw invalid("The assertion is not valid.", cause);
    }
    const { data: claims } = claimsSchema.safeParse(payload);
    if (!claims) throw invalid("The assertion's claims are not valid.");
    const caller = toCaller(claims);
    verified.set(token, { caller, endsAtMs: (claims.exp + clockToleranceSeconds) * 1000 });
    return caller;
  };
}

/** @throws the error of the first key when no key verifies the token */
function verifyByAny(
  token: string,
  [first, ...others]: readonly KeyObject[],
  options: jwt.VerifyOptions,
): unknown {
  if (!first) throw new Error("there is no key");
  try {
    return jwt.verify(token, first, options);
  } catch (error) {
    if (others.length === 0) throw error;
    return verifyByAny(token, others, options);
  }
}
