import { isKind } from "@orbline/kit/errors";
import { refuseReservedName } from "../domain/reserved-names.ts";
import { usernameTaken } from "../domain/user-errors.ts";
import { logIn } from "./log-in.ts";
import type { NewAccountDeps } from "./new-account.ts";
import type { Sessions } from "./ports.ts";
import { register, type Register, type SignedIn } from "./register.ts";
import type { VerifyDeps } from "./verify-credentials.ts";

type Deps = NewAccountDeps & VerifyDeps & { sessions: Sessions };

/**
 * Opens an account for a checkout, or signs in when the very same username, e-mail and password come again
 * because the checkout failed after the account was made. @throws invalid, conflict, rate-limited, unavailable
 */
export const signUp =
  (deps: Deps) =>
  async (input: Register): Promise<SignedIn & { created: boolean }> => {
    refuseReservedName(input.username, deps.specialNames);
    try {
      return { ...(await register(deps)(input)), created: true };
    } catch (error) {
      if (!isKind(error, "conflict")) throw error;
      const known = await deps.users.findByUsername(input.username);
      if (!known || known.user.email !== input.email?.toLowerCase()) throw error;
      return { ...(await signInAgain(deps, input)), created: false };
    }
  };

/** A wrong password means that the name belongs to somebody else. */
const signInAgain = async (deps: Deps, input: Register): Promise<SignedIn> => {
  const { username, password, userAgent } = input;
  try {
    return await logIn(deps)({ username, password, userAgent });
  } catch (error) {
    throw isKind(error, "unauthenticated") ? usernameTaken() : error;
  }
};
