import { passwordCommon } from "../domain/user-errors.ts";
import type { Passwords } from "./ports.ts";

/** Hashes a password that somebody chose, given in the named field. @throws invalid for a common one, unavailable */
export const hashNewPassword =
  (passwords: Passwords, field = "password") =>
  async (password: string): Promise<string> => {
    if (passwords.isCommon(password)) throw passwordCommon(field);
    return passwords.hash(password);
  };
