import { AppError, isKind } from "@orbline/kit/errors";
import { refuseReservedName } from "../domain/reserved-names.ts";
import { enableSecondFactor } from "../domain/second-factor.ts";
import { registerUser, type UserChange } from "../domain/user-changes.ts";
import {
  emailTaken,
  enrollmentExpired,
  passwordWeak,
  usernameTaken,
} from "../domain/user-errors.ts";
import { sessionRoleOf, type NewUser, type Role, type User } from "../domain/user.ts";
import { logIn, type LogInDeps, type SignedIn } from "./log-in.ts";
import type { Account, IdentityDeps, PasswordOwner, Passwords } from "./ports.ts";

/** The data that a person enters to get an account. */
export type AccountInput = Omit<NewUser, "id" | "role" | "passwordHash" | "openedByCheckout"> & {
  password: string;
};

export type RegisterInput = AccountInput & { userAgent?: string | undefined };

export type NewAccountDeps = Pick<IdentityDeps, "users" | "passwords" | "clock" | "reservedNames">;

export type CommandDeps = NewAccountDeps & Pick<IdentityDeps, "securityLog" | "authenticators">;

export type RegisterDeps = NewAccountDeps & Pick<IdentityDeps, "sessions">;

/**
 * Opens an account and a session. The session comes first: while sessions are unavailable, nothing is stored and the
 * visitor can try again.
 * @throws invalid, conflict, unavailable
 */
export async function register(
  deps: RegisterDeps,
  { userAgent, ...input }: RegisterInput,
): Promise<SignedIn> {
  const { users, sessions } = deps;
  const registered = await newAccount(deps, input, "user");
  const { id: userId } = registered.state;
  const role = sessionRoleOf(registered.state);
  const { sessionToken, sessionId } = await sessions.open({ userId, role, userAgent });
  try {
    return { account: await users.add(registered), sessionToken };
  } catch (error) {
    await sessions.close({ userId, sessionId });
    throw error;
  }
}

/**
 * Opens an account for a checkout. Signs in instead when the same username, email and password are sent again because
 * the checkout failed after the account was made.
 * @throws invalid, conflict, rate-limited, unavailable
 */
export async function signUp(
  deps: RegisterDeps & LogInDeps,
  { ip, ...input }: RegisterInput & { ip?: string | undefined },
): Promise<SignedIn & { created: boolean }> {
  refuseReservedName(input.username, deps.reservedNames);
  let existing: Account | undefined;
  try {
    return { ...(await register(deps, input)), created: true };
  } catch (error) {
    deps.loginMetrics.countRefusal(error);
    if (!isKind(error, "conflict")) throw error;
    existing = await deps.users.findByUsername(input.username);
    if (!existing || existing.user.email !== input.email?.toLowerCase()) throw error;
  }
  const { username, password, userAgent } = input;
  try {
    return { ...(await logIn(deps, { username, password, userAgent, ip })), created: false };
  } catch (error) {
    if (isKind(error, "unauthenticated") || isKind(error, "rate-limited"))
      deps.securityLog.record({
        action: "sign-in",
        outcome: "refused",
        reason: error.code,
        userId: existing.user.id,
        client: { ip, userAgent },
      });
    // A wrong password means that the name belongs to another person.
    throw isKind(error, "unauthenticated") ? usernameTaken() : error;
  }
}

/** A new admin, with what an authenticator app and its owner need, shown only once. */
type CreatedAdmin = {
  account: Account;
  created: boolean;
  secondFactor?: { uri: string; recoveryCodes: string[] } | undefined;
};

/**
 * Makes an admin's account with a second factor, without a session. The app's secret is random unless it is given. Leaves an
 * existing admin of that name unchanged, including the password, except that one without a second factor gets the given secret.
 * @throws conflict when a user has the name or the email address
 */
export async function createAdmin(
  deps: CommandDeps,
  { totpSecret, ...input }: AccountInput & { totpSecret?: string | undefined },
): Promise<CreatedAdmin> {
  const existing = await deps.users.findByUsername(input.username);
  if (existing?.user.role === "admin") {
    if (totpSecret !== undefined && !existing.user.secondFactor)
      await deps.users.update(existing.user.id, (user) => enroll(deps, user, totpSecret).change);
    return { account: existing, created: false };
  }
  if (existing)
    throw new AppError(
      "conflict",
      "username.taken",
      `${input.username} is a user's account. Please choose another name for the admin.`,
    );
  const registered = await newAccount(deps, input, "admin");
  const { change, ...secondFactor } = enroll(deps, registered.state, totpSecret);
  const account = await deps.users.add({ ...registered, state: change.state });
  const { id: userId } = account.user;
  deps.securityLog.record({ action: "role-change", outcome: "ok", userId, client: {} });
  return { account, created: true, secondFactor };
}

/** Turns an admin's second factor on. Every code of the app is still unused. */
function enroll(
  { authenticators, clock }: CommandDeps,
  admin: User,
  totpSecret: string | undefined,
): { change: UserChange; uri: string; recoveryCodes: string[] } {
  const { uri, enrollment } = authenticators.begin(admin, totpSecret);
  const sealedSecret = authenticators.sealedSecretOf(admin, enrollment);
  if (sealedSecret === undefined) throw enrollmentExpired();
  const recoveryCodes = authenticators.newRecoveryCodes();
  const recoveryHashes = recoveryCodes.map((code) =>
    authenticators.hashRecoveryCode(admin.id, code),
  );
  const factor = { sealedSecret, lastStep: 0, recoveryHashes };
  return { change: enableSecondFactor(admin, factor, clock.now()), uri, recoveryCodes };
}

/** Makes a user's account without a session, for demonstrations. Leaves an existing account unchanged. */
export async function createDemoUser(
  deps: NewAccountDeps,
  input: AccountInput,
): Promise<{ account: Account; created: boolean }> {
  const existing = await deps.users.findByUsername(input.username);
  if (existing) return { account: existing, created: false };
  return { account: await deps.users.add(await newAccount(deps, input, "user")), created: true };
}

/** Hashes a new password from the named field. @throws invalid for one that is easy to guess, unavailable */
export async function hashNewPassword(
  passwords: Passwords,
  password: string,
  owner: PasswordOwner,
  field = "password",
): Promise<string> {
  await refuseWeakPassword(passwords, password, owner, field);
  return passwords.hash(password);
}

/** @throws invalid for a common password */
export async function refuseWeakPassword(
  passwords: Passwords,
  password: string,
  owner: PasswordOwner,
  field = "password",
): Promise<void> {
  const weakness = await passwords.weaknessOf(password, owner);
  if (weakness) throw passwordWeak(weakness, field);
}

/** Looks names up before the costly hash. In a race, storing the account refuses the second one. */
async function newAccount(
  { users, passwords, clock, reservedNames }: NewAccountDeps,
  { password, ...input }: AccountInput,
  role: Role,
): Promise<UserChange> {
  if (role !== "admin") refuseReservedName(input.username, reservedNames);
  if (await users.findByUsername(input.username)) throw usernameTaken();
  if (input.email !== undefined && (await users.findByEmail(input.email))) throw emailTaken();
  const passwordHash = await hashNewPassword(passwords, password, input);
  return registerUser({ ...input, id: users.nextId(), role, passwordHash }, clock.now());
}
