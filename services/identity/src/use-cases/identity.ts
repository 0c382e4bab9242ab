import { applySubscriptionState } from "./apply-subscription-state.ts";
import { getCurrentUser } from "./get-current-user.ts";
import { logIn } from "./log-in.ts";
import { logOut } from "./log-out.ts";
import { lookUpUser } from "./look-up-user.ts";
import { register } from "./register.ts";
import { signUp } from "./sign-up.ts";

type DepsOf<Verb extends (deps: never) => unknown> = Parameters<Verb>[0];

type IdentityDeps = DepsOf<typeof applySubscriptionState> &
  DepsOf<typeof getCurrentUser> &
  DepsOf<typeof logIn> &
  DepsOf<typeof logOut> &
  DepsOf<typeof lookUpUser> &
  DepsOf<typeof register> &
  DepsOf<typeof signUp>;

/** The use cases that identity serves, tied to their dependencies. */
export const createIdentity = (deps: IdentityDeps) => ({
  applySubscriptionState: applySubscriptionState(deps),
  getCurrentUser: getCurrentUser(deps),
  logIn: logIn(deps),
  logOut: logOut(deps),
  lookUpUser: lookUpUser(deps),
  register: register(deps),
  signUp: signUp(deps),
});
