import { refuseReservedName } from "../domain/reserved-names.ts";
import { emailTaken, usernameTaken } from "../domain/user-errors.ts";
import { registerUser, type Role, type UserChange } from "../domain/user.ts";
import { hashNewPassword } from "./hash-new-password.ts";
import type { Clock, Passwords, Users } from "./ports.ts";

/** What somebody gives to get an account. */
export type AccountInput = {
  username: string;
  password: string;
  email?: string | undefined;
  /** Proved by a mailed link. */
  emailVerified?: boolean | undefined;
  phone?: string | undefined;
  termsAccepted?: boolean | undefined;
  affiliateCode?: string | undefined;
};

/** What making an account needs. */
export type NewAccountDeps = {
  users: Users;
  passwords: Passwords;
  clock: Clock;
  specialNames: ReadonlySet<string>;
};

/**
 * Makes an account ready to be stored. Names are looked up before the costly hash; who comes second in a race
 * is refused when it is stored. @throws invalid for a reserved name or a common password, conflict for a taken
 * name or e-mail
 */
export const newAccount =
  ({ users, passwords, clock, specialNames }: NewAccountDeps) =>
  async ({ password, ...input }: AccountInput, role: Role): Promise<UserChange> => {
    if (role !== "admin") refuseReservedName(input.username, specialNames);
    if (await users.findByUsername(input.username)) throw usernameTaken();
    if (input.email !== undefined && (await users.findByEmail(input.email))) throw emailTaken();
    const passwordHash = await hashNewPassword(passwords)(password);
    return registerUser({ ...input, id: users.nextId(), role, passwordHash }, clock.now());
  };
