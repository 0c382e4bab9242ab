import { AppError, type ErrorKind } from "@orbline/kit/errors";

export const usernameTaken = () =>
  fieldError("conflict", "username.taken", "username", "This username is already taken.");

export const emailTaken = () =>
  fieldError("conflict", "email.taken", "email", "This email address is already registered.");

export const usernameReserved = () =>
  fieldError(
    "invalid",
    "username.reserved",
    "username",
    "This username is reserved. Please choose another.",
  );

/** Why a password is easy to guess, as the owner reads it. */
const weaknesses = {
  common: "This password is too common. Please choose another.",
  leaked: "This password appeared in a data leak. Please choose another.",
  personal: "This password is easy to guess from your name or ours. Please choose another.",
};

export const passwordWeak = (weakness: keyof typeof weaknesses, path: string) =>
  fieldError("invalid", `password.${weakness}`, path, weaknesses[weakness]);

export const passwordUnchanged = () =>
  fieldError(
    "invalid",
    "password.unchanged",
    "newPassword",
    "This is your current password. Please choose another.",
  );

/** The user entered a wrong current password. Not a 401, because the session is valid. */
export const passwordIncorrect = (path = "currentPassword") =>
  fieldError("invalid", "password.incorrect", path, "The current password is not correct.");

/** The same error for an unknown user and a wrong password, so that it does not reveal which names exist. */
export const loginFailed = () =>
  new AppError("unauthenticated", "login.failed", "Incorrect username or password.");

/**
 * The password is right, and a code of the second factor must come with it. Inside a session it is `invalid`, because the
 * session is valid.
 */
export const secondFactorRequired = (kind: "unauthenticated" | "invalid") =>
  fieldError(
    kind,
    "second_factor_required",
    "code",
    "Please enter the code from your authenticator app.",
  );

/** The same error for a wrong code, a used one and one of another time. */
export const secondFactorIncorrect = (kind: "unauthenticated" | "invalid") =>
  fieldError(
    kind,
    "second_factor_incorrect",
    "code",
    "This code is not correct or was used before. Please enter the next one.",
  );

export const secondFactorOn = () =>
  new AppError("conflict", "second_factor_on", "Two-step sign-in is on already.");

export const secondFactorOff = () =>
  new AppError("conflict", "second_factor_off", "Two-step sign-in is off already.");

/** The password of an admin is right, and the only other factors are passkeys. */
export const passkeyRequired = (kind: "unauthenticated" | "invalid") =>
  new AppError(kind, "passkey_required", "Please use one of your passkeys instead.");

/** The same error for a removed or unknown passkey, a wrong signature, and an old or used challenge. */
export const passkeyRefused = (kind: "unauthenticated" | "invalid") =>
  new AppError(
    kind,
    "passkey_refused",
    "This passkey was not accepted. Please try again, or use your password.",
  );

export const passkeyKnown = () =>
  new AppError("conflict", "passkey_known", "This passkey was added before.");

export const passkeysFull = (max: number) =>
  new AppError(
    "conflict",
    "passkeys_full",
    `You have ${max} passkeys. Please remove one before you add another.`,
  );

export const passkeyNotFound = () =>
  new AppError("not-found", "passkey.not-found", "There is no such passkey.");

export const lastFactor = () =>
  new AppError(
    "conflict",
    "last_factor",
    "Admins need an authenticator app or a passkey. Please add another one before you remove this one.",
  );

export const enrollmentExpired = () =>
  new AppError(
    "invalid",
    "enrollment_expired",
    "This took too long. Please close the window and start again.",
  );

/** The password was right, so this tells nothing to strangers. */
export const accountBlocked = () =>
  new AppError(
    "forbidden",
    "account.blocked",
    "This account is blocked. Please write to our support.",
  );

export const ownBlock = () =>
  new AppError("conflict", "account.own", "You cannot block your own account.");

export const sessionRequired = () =>
  new AppError("unauthenticated", "session.required", "Please sign in first.");

export const userNotFound = () =>
  new AppError("not-found", "user.not-found", "There is no such account.");

export const passwordNone = () =>
  new AppError(
    "conflict",
    "password.none",
    "This account has no password yet. Please set one by the link that we mailed you.",
  );

/** The same error for a used, expired, foreign and unknown link. */
export const linkInvalid = () =>
  new AppError(
    "invalid",
    "link.invalid",
    "This link is no longer valid. Please ask for a new one.",
  );

export const emailNone = () =>
  new AppError("conflict", "email.none", "This account has no email address.");

export const emailVerified = () =>
  new AppError("conflict", "email.verified", "This email address is verified already.");

export const emailsThrottled = (retryAfterSeconds: number) =>
  new AppError(
    "rate-limited",
    "mail.throttled",
    "We have just sent you an email. Please look for it, or try again later.",
    { retryAfterSeconds },
  );

export const accessThrottled = (retryAfterSeconds: number) =>
  new AppError(
    "rate-limited",
    "access.throttled",
    "You changed your password or two-step sign-in too many times. Please try again later.",
    { retryAfterSeconds },
  );

export const sessionNotFound = () =>
  new AppError("not-found", "session.not-found", "There is no such session.");

/** The checkout cookie does not allow a login. */
export const checkoutNotFound = () =>
  new AppError("not-found", "checkout.not-found", "There is no purchase to sign in with.");

function fieldError(kind: ErrorKind, code: string, path: string, message: string): AppError {
  return new AppError(kind, code, message, { issues: [{ path, message }] });
}
