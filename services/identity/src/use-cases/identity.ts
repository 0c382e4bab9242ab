import { applySubscriptionState } from "./apply-subscription-state.ts";
import { changeContact } from "./change-contact.ts";
import { changePassword } from "./change-password.ts";
import { claimPurchase } from "./claim-purchase.ts";
import { continueDeletions } from "./continue-deletions.ts";
import { convertWaitlist } from "./convert-waitlist.ts";
import { exportUser } from "./export-user.ts";
import { forgotPassword } from "./forgot-password.ts";
import { getCurrentUser } from "./get-current-user.ts";
import { joinWaitlist } from "./join-waitlist.ts";
import { listSessions } from "./list-sessions.ts";
import { logIn } from "./log-in.ts";
import { logInByCheckout } from "./log-in-by-checkout.ts";
import { logOut } from "./log-out.ts";
import { lookUpUser } from "./look-up-user.ts";
import { openCheckoutAccount } from "./open-checkout-account.ts";
import type {
  Clock,
  Links,
  LoginAttempts,
  MailLimits,
  Mails,
  OtherServices,
  Passwords,
  Purchases,
  Sessions,
  Users,
  Waitlist,
} from "./ports.ts";
import { register } from "./register.ts";
import { requestDeletion } from "./request-deletion.ts";
import { resendVerification } from "./resend-verification.ts";
import { resetPassword } from "./reset-password.ts";
import { revokeOtherSessions, revokeSession } from "./revoke-session.ts";
import { sendClaimLink } from "./send-claim-link.ts";
import { signUp } from "./sign-up.ts";
import { verifyEmail } from "./verify-email.ts";

/** Everything that the use cases need; each says itself what it uses. */
export type IdentityDeps = {
  users: Users;
  passwords: Passwords;
  sessions: Sessions;
  loginAttempts: LoginAttempts;
  links: Links;
  mails: Mails;
  mailLimits: MailLimits;
  waitlist: Waitlist;
  purchases: Purchases;
  others: OtherServices;
  clock: Clock;
  specialNames: ReadonlySet<string>;
  /** A word that nobody has used before. */
  newId: () => string;
  /** How long a request may be under way that began before the sessions ended, in milliseconds. */
  settleMs: number;
  /** Tells the operators of a failure that is tried again; never throws. */
  report: (error: unknown) => void;
};

/** The use cases that identity serves, tied to their dependencies. */
export const createIdentity = (deps: IdentityDeps) => ({
  applySubscriptionState: applySubscriptionState(deps),
  changeContact: changeContact(deps),
  changePassword: changePassword(deps),
  claimPurchase: claimPurchase(deps),
  continueDeletions: continueDeletions(deps),
  convertWaitlist: convertWaitlist(deps),
  exportUser: exportUser(deps),
  forgotPassword: forgotPassword(deps),
  getCurrentUser: getCurrentUser(deps),
  joinWaitlist: joinWaitlist(deps),
  listSessions: listSessions(deps),
  logIn: logIn(deps),
  logInByCheckout: logInByCheckout(deps),
  logOut: logOut(deps),
  lookUpUser: lookUpUser(deps),
  openCheckoutAccount: openCheckoutAccount(deps),
  register: register(deps),
  requestDeletion: requestDeletion(deps),
  resendVerification: resendVerification(deps),
  resetPassword: resetPassword(deps),
  revokeOtherSessions: revokeOtherSessions(deps),
  revokeSession: revokeSession(deps),
  sendClaimLink: sendClaimLink(deps),
  signUp: signUp(deps),
  verifyEmail: verifyEmail(deps),
});
/** The use cases of identity. */
export type Identity = ReturnType<typeof createIdentity>;
