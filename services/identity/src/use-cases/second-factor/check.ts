import { useCode, type MatchingCode } from "../../domain/second-factor.ts";
import {
  passkeyRequired,
  secondFactorIncorrect,
  secondFactorRequired,
} from "../../domain/user-errors.ts";
import { needsFactor, type User } from "../../domain/user.ts";
import type { IdentityDeps, LoginSource, SecurityEvent } from "../ports.ts";

/** A code of the user's authenticator app or a recovery code, and the browser that sends it. */
export type FactorProof = { code: string | undefined; client: SecurityEvent["client"] };

export type FactorDeps = Pick<
  IdentityDeps,
  "users" | "authenticators" | "securityLog" | "loginThrottle" | "clock"
>;

/**
 * Checks the code of a user who has proved the password or a link, and uses the code up. Without a second factor nothing is
 * checked, except that an admin with passkeys must use one of them. @throws rate-limited after several wrong codes
 */
export async function checkSecondFactor(
  deps: FactorDeps,
  user: User,
  { code, client, source }: FactorProof & { source: LoginSource },
): Promise<"accepted" | "missing" | "wrong" | "needs-passkey"> {
  const { users, authenticators, securityLog, loginThrottle, clock } = deps;
  const { id: userId, secondFactor } = user;
  if (!secondFactor) return needsPasskey(user) ? "needs-passkey" : "accepted";
  if (code === undefined) return "missing";
  const attempt = await loginThrottle.beginCode(source);
  const matching = matchCode(authenticators, { id: userId, secondFactor }, code);
  let isAccepted = false;
  if (matching)
    await users.update(userId, (now) => {
      const change = useCode(now, matching, clock.now());
      isAccepted = change !== undefined;
      return change;
    });
  if (!isAccepted) return "wrong";
  await attempt.succeed();
  if (matching && "recoveryHash" in matching)
    securityLog.record({ action: "recovery-code", outcome: "ok", userId, client });
  return "accepted";
}

/**
 * Requires the second factor of a user who has proved a link. Failed passwords of strangers do not slow it down.
 * @throws unauthenticated without the right code, rate-limited, unavailable
 */
export async function requireSecondFactor(
  deps: FactorDeps,
  user: User,
  proof: FactorProof & { source: LoginSource },
): Promise<void> {
  const outcome = await checkSecondFactor(deps, user, proof);
  if (outcome === "wrong") throw secondFactorIncorrect("unauthenticated");
  if (outcome === "missing") throw secondFactorRequired("unauthenticated");
  if (outcome === "needs-passkey") throw passkeyRequired("unauthenticated");
}

/** Whether the password and an emailed link are not enough, and no code can come with them. */
export function needsPasskey(user: User): boolean {
  return needsFactor(user) && !user.secondFactor;
}

function matchCode(
  authenticators: IdentityDeps["authenticators"],
  {
    id,
    secondFactor: { sealedSecret },
  }: Required<Pick<User, "id">> & {
    secondFactor: NonNullable<User["secondFactor"]>;
  },
  code: string,
): MatchingCode | undefined {
  if (!/^\d{6}$/.test(code))
    return { sealedSecret, recoveryHash: authenticators.hashRecoveryCode(id, code) };
  const step = authenticators.stepOf(id, sealedSecret, code);
  return step === undefined ? undefined : { sealedSecret, step };
}
