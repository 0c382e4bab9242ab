import {
  acceptedResponseSchema,
  changePasswordSchema,
  checkoutLoginSchema,
  claimSchema,
  convertWaitlistSchema,
  deleteUserSchema,
  forgotPasswordSchema,
  joinWaitlistSchema,
  resendVerificationSchema,
  resetPasswordSchema,
  revokeOthersResponseSchema,
  revokeOthersSchema,
  sessionsResponseSchema,
  updateUserSchema,
  userExportSchema,
  verifyEmailResponseSchema,
  verifyEmailSchema,
} from "./account.ts";
import { loginSchema, logoutSchema, registerSchema } from "./identity.ts";
import type { Operations } from "./operation.ts";
import { userSchema } from "./user.ts";

const taken = { 409: "The username or email belongs to somebody else." };
const badLink = { 400: "The link is not complete, has been used or is too old." };
const wrongPassword = {
  400: "The current password is not correct.",
  409: "The account has no password yet.",
};
const busy = { 503: "Too many passwords are being checked at once." };

/** The calls that identity answers. */
export const identityOperations: Operations = {
  "GET /api/user": { summary: "The signed-in user.", response: userSchema },
  "POST /api/login": {
    summary: "Opens a session for a username or email and its password.",
    body: loginSchema,
    response: userSchema,
    refusals: { 401: "Username or password is wrong.", ...busy },
  },
  "POST /api/register": {
    summary: "Makes an account and opens its first session.",
    body: registerSchema,
    response: userSchema,
    status: 201,
    refusals: { ...taken, ...busy },
  },
  "POST /api/logout": { summary: "Ends the session.", body: logoutSchema, status: 204 },
  "POST /api/waitlist": {
    summary: "Joins the waitlist; a mail leads to an account.",
    body: joinWaitlistSchema,
    response: acceptedResponseSchema,
    status: 202,
  },
  "POST /api/convert-waitlist": {
    summary: "Makes an account of a waitlist entry, by the link that was mailed.",
    body: convertWaitlistSchema,
    response: userSchema,
    status: 201,
    refusals: { ...badLink, ...taken, ...busy },
  },
  "POST /api/password/forgot": {
    summary: "Mails a link by which a forgotten password is replaced.",
    body: forgotPasswordSchema,
    response: acceptedResponseSchema,
    status: 202,
  },
  "POST /api/password/reset": {
    summary: "Sets a new password by a mailed link and ends every session of the account.",
    body: resetPasswordSchema,
    status: 204,
    refusals: { ...badLink, ...busy },
  },
  "POST /api/email/verify": {
    summary: "Proves by a mailed link that an address is the account's.",
    body: verifyEmailSchema,
    response: verifyEmailResponseSchema,
    refusals: badLink,
  },
  "POST /api/email/verify/resend": {
    summary: "Mails the link again by which the account's address is proved.",
    body: resendVerificationSchema,
    response: acceptedResponseSchema,
    status: 202,
    refusals: { 409: "There is no address to prove." },
  },
  "POST /api/claim": {
    summary: "Takes over a purchase made with an email alone, by its mailed link.",
    body: claimSchema,
    response: userSchema,
    refusals: { ...badLink, 404: "There is nothing to claim.", ...taken, ...busy },
  },
  "POST /api/checkout-login": {
    summary: "Signs in the browser that has just paid with an email alone.",
    body: checkoutLoginSchema,
    response: userSchema,
    refusals: { 404: "There is nothing to sign in to.", 409: "It is not paid yet." },
  },
  "POST /api/password": {
    summary: "Changes the password and ends every other session.",
    body: changePasswordSchema,
    status: 204,
    refusals: { ...wrongPassword, ...busy },
  },
  "PATCH /api/user": {
    summary: "Changes email or phone.",
    body: updateUserSchema,
    response: userSchema,
    refusals: {
      ...wrongPassword,
      409: "The email is somebody else's, or there is no password yet.",
      ...busy,
    },
  },
  "POST /api/user/delete": {
    summary: "Deletes the account and what every service holds of it.",
    body: deleteUserSchema,
    response: acceptedResponseSchema,
    status: 202,
    refusals: { ...wrongPassword, ...busy },
  },
  "GET /api/user/export": {
    summary: "Everything that the services hold about the signed-in user, as a file.",
    response: userExportSchema,
    headers: { "content-disposition": "The name of the file." },
  },
  "GET /api/sessions": {
    summary: "The open sessions of the signed-in user.",
    response: sessionsResponseSchema,
  },
  "DELETE /api/sessions/{id}": {
    summary: "Ends one session of the signed-in user.",
    status: 204,
    refusals: { 404: "There is no such session of this user." },
  },
  "POST /api/sessions/revoke-others": {
    summary: "Ends every session of the signed-in user but this one.",
    body: revokeOthersSchema,
    response: revokeOthersResponseSchema,
  },
};
