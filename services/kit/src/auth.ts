import type { KeyObject } from "node:crypto";
import jwt from "jsonwebtoken";
import { z } from "zod";
import { createCache } from "./cache.ts";
import { AppError } from "./errors.ts";

/** Who makes a request, according to the gateway; `sid` is the SHA-256 of the session id. */
export type Caller =
  | { kind: "anonymous" }
  | { kind: "user"; userId: string; role: "user" | "admin"; sid: string };

/** Header that carries the signed assertion from the gateway to a service. */
export const assertionHeader = "x-orbline-assertion";

const lifetimeSeconds = 60;
/** Maximum difference between the gateway's clock and ours. */
const clockToleranceSeconds = 5;
const algorithm = "ES256";

const claimsSchema = z.object({
  sub: z.string().min(1),
  role: z.enum(["anonymous", "user", "admin"]),
  sid: z.string().optional(),
  exp: z.number(),
});

/** Signs who the caller is, for one service and 60 seconds. */
export const assertionSigner =
  ({ privateKey }: { privateKey: KeyObject }) =>
  (caller: Caller, audience: string): string => {
    const claims =
      caller.kind === "user"
        ? { sub: caller.userId, role: caller.role, sid: caller.sid }
        : { sub: "anonymous", role: "anonymous" };
    return jwt.sign(claims, privateKey, {
      algorithm,
      audience,
      issuer: "gateway",
      expiresIn: lifetimeSeconds,
    });
  };

const invalid = (message: string, cause?: unknown) =>
  new AppError("unauthenticated", "assertion.invalid", message, { cause });

function toCaller({ sub, role, sid }: z.output<typeof claimsSchema>): Caller {
  if (role === "anonymous") return { kind: "anonymous" };
  if (!sid) throw invalid("The assertion has no session.");
  return { kind: "user", userId: sub, role, sid };
}

/** Verifies assertions for one service. A verified token is cached until it expires. */
export function assertionVerifier({
  publicKey,
  audience,
}: {
  publicKey: KeyObject;
  audience: string;
}) {
  const verified = createCache<{ caller: Caller; endsAtMs: number }>({
    max: 10_000,
    ttlMs: (lifetimeSeconds + clockToleranceSeconds) * 1000,
  });
  return (token: string): Caller => {
    const known = verified.get(token);
    if (known && known.endsAtMs > Date.now()) return known.caller;
    let payload: unknown;
    try {
      payload = jwt.verify(token, publicKey, {
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
