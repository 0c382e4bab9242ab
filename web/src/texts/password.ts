/** Texts of every form with a password. */
export const passwordMessages = {
  newPassword: "New password",
  confirmPassword: "Confirm password",
  showPassword: "Show password",
  hidePassword: "Hide password",
  mismatch: "Passwords don't match",
  checklist: "Password rules",
  ruleMet: "met",
  ruleOpen: "not met yet",
} as const;
