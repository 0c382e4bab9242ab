import {
  enableSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes as renewUserRecoveryCodes,
} from "../../domain/second-factor.ts";
import { hasSameAccess } from "../../domain/user-changes.ts";
import {
  enrollmentExpired,
  passwordIncorrect,
  secondFactorIncorrect,
  secondFactorOff,
  secondFactorOn,
  sessionRequired,
} from "../../domain/user-errors.ts";
import type { UserId } from "../../domain/user.ts";
import type { FactorProof } from "./check.ts";
import { reenterPassword, type VerifyDeps } from "../log-in.ts";
import { getCurrentUser } from "../own-account.ts";
import type { IdentityDeps, NewAuthenticator } from "../ports.ts";
import {
  changeAccess,
  type ChangedAccess,
  countAccessChange,
  type OwnSession,
} from "../sessions.ts";

type SecondFactorDeps = VerifyDeps & Pick<IdentityDeps, "sessions">;

/**
 * Makes a secret for the user's authenticator app. Nothing is stored before `enable` has a code of the app.
 * @throws invalid for a wrong password, conflict without a password or with a second factor, rate-limited, unavailable
 */
export async function beginEnrollment(
  deps: VerifyDeps,
  { userId, sessionId, password }: OwnSession & { password: string },
): Promise<NewAuthenticator> {
  const field = "password";
  const { user } = await reenterPassword(deps, { userId, sessionId, password, field });
  if (user.secondFactor) throw secondFactorOn();
  return deps.authenticators.begin(user);
}

/**
 * Turns the second factor on by a code of the app. All sessions of the account, which the password alone has opened, are
 * replaced by a new one. Returns also the recovery codes, which are shown once.
 * @throws invalid for a wrong code or an old enrollment, conflict when it is on already, unauthenticated when the password or
 * another factor has changed since, rate-limited, unavailable
 */
export async function enable(
  deps: SecondFactorDeps & Pick<IdentityDeps, "emailLimits">,
  { userId, sessionId, enrollment, code, userAgent }: EnableInput,
): Promise<ChangedAccess & { recoveryCodes: string[] }> {
  const { authenticators, clock } = deps;
  const { user: before } = await getCurrentUser(deps, userId);
  // Refused before any session ends.
  if (before.secondFactor) throw secondFactorOn();
  const sealedSecret = authenticators.sealedSecretOf(before, enrollment);
  if (sealedSecret === undefined) throw enrollmentExpired();
  const lastStep = authenticators.stepOf(userId, sealedSecret, code);
  if (lastStep === undefined) throw secondFactorIncorrect("invalid");
  const recoveryCodes = authenticators.newRecoveryCodes();
  const recoveryHashes = recoveryCodes.map((one) => authenticators.hashRecoveryCode(userId, one));
  await countAccessChange(deps, userId);
  const changed = await changeAccess(deps, { userId, sessionId, userAgent }, (user) => {
    const factor = { sealedSecret, lastStep, recoveryHashes };
    const change = enableSecondFactor(user, factor, clock.now());
    if (!hasSameAccess(user, before)) throw sessionRequired();
    return change;
  });
  return { recoveryCodes, ...changed };
}

type EnableInput = OwnSession & {
  enrollment: string;
  code: string;
  userAgent?: string | undefined;
};

/**
 * Turns the second factor off, by the password and a code. All sessions of the account are replaced by a new one.
 * @throws invalid for a wrong password or code, conflict when it is off already, rate-limited, unavailable
 */
export async function remove(
  deps: SecondFactorDeps,
  { userId, sessionId, password, code, client }: OwnSession & FactorProof & { password: string },
): Promise<ChangedAccess> {
  const { clock } = deps;
  if (!(await getCurrentUser(deps, userId)).user.secondFactor) throw secondFactorOff();
  const field = "password";
  const { user: before } = await reenterPassword(deps, {
    userId,
    sessionId,
    password,
    field,
    secondFactor: { code, client },
  });
  return changeAccess(deps, { userId, sessionId, userAgent: client.userAgent }, (user) => {
    if (!hasSameAccess(user, before)) throw passwordIncorrect(field);
    return removeSecondFactor(user, clock.now());
  });
}

/**
 * Replaces the recovery codes of a user, who has just proved who they are. Returns the new ones, which are shown once.
 * @throws conflict without a second factor, rate-limited, unavailable
 */
export async function renewRecoveryCodes(
  deps: Pick<IdentityDeps, "users" | "authenticators" | "emailLimits" | "clock">,
  userId: UserId,
): Promise<string[]> {
  const { users, authenticators, clock } = deps;
  if (!(await getCurrentUser(deps, userId)).user.secondFactor) throw secondFactorOff();
  await countAccessChange(deps, userId);
  const codes = authenticators.newRecoveryCodes();
  const hashes = codes.map((code) => authenticators.hashRecoveryCode(userId, code));
  await users.update(userId, (user) => renewUserRecoveryCodes(user, hashes, clock.now()));
  return codes;
}
