import { AppError } from "@orbline/kit/errors";

/** Somebody else has this username, in whatever case. */
export const usernameTaken = () =>
  new AppError("conflict", "username.taken", "This username is already taken.", {
    issues: [{ path: "username", message: "This username is already taken." }],
  });

/** Somebody else has this e-mail address. */
export const emailTaken = () =>
  new AppError("conflict", "email.taken", "This email address is already registered.", {
    issues: [{ path: "email", message: "This email address is already registered." }],
  });

/** The name is kept for the product itself. */
export const usernameReserved = () =>
  new AppError(
    "invalid",
    "username.reserved",
    "This username is reserved. Please choose another.",
    {
      issues: [{ path: "username", message: "This username is reserved. Please choose another." }],
    },
  );

/** One answer for an unknown user and for a wrong password, so that it tells nobody which names exist. */
export const loginFailed = () =>
  new AppError("unauthenticated", "login.failed", "Incorrect username or password.");

/** No account has this key. */
export const userNotFound = () =>
  new AppError("not-found", "user.not-found", "There is no such account.");

/** Guessed first by everybody who guesses. */
export const passwordCommon = (path = "password") =>
  new AppError(
    "invalid",
    "password.common",
    "This password is too common. Please choose another.",
    { issues: [{ path, message: "This password is too common. Please choose another." }] },
  );

/** The password that was entered again is wrong; no 401, because the session is fine. */
export const passwordIncorrect = (path = "currentPassword") =>
  new AppError("invalid", "password.incorrect", "The current password is not correct.", {
    issues: [{ path, message: "The current password is not correct." }],
  });

/** The account has none to enter again. */
export const passwordNone = () =>
  new AppError(
    "conflict",
    "password.none",
    "This account has no password yet. Please set one by the link that we mailed you.",
  );

/** Used, too old, for something else, or never ours: which one is nobody's business. */
export const linkInvalid = () =>
  new AppError(
    "invalid",
    "link.invalid",
    "This link is no longer valid. Please ask for a new one.",
  );

/** There is no e-mail to verify. */
export const emailNone = () =>
  new AppError("conflict", "email.none", "This account has no email address.");

/** There is nothing left to verify. */
export const emailVerified = () =>
  new AppError("conflict", "email.verified", "This email address is verified already.");

/** So many mails to one address are enough for a while. */
export const mailsThrottled = (retryAfterSeconds: number) =>
  new AppError(
    "rate-limited",
    "mail.throttled",
    "We have just sent you an email. Please look for it, or try again later.",
    { retryAfterSeconds },
  );

/** There is no such session, or it is somebody else's. */
export const sessionNotFound = () =>
  new AppError("not-found", "session.not-found", "There is no such session.");

/** Whoever has this cookie cannot be signed in by it. */
export const nothingToSignIn = () =>
  new AppError("not-found", "checkout.not-found", "There is no purchase to sign in with.");
