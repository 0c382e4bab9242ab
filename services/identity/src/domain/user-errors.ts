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
