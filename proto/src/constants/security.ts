/** Security-relevant actions of users that are recorded with their outcome. */
export const securityActions = [
  "sign-in",
  "sign-out",
  "register",
  "password-change",
  "password-reset",
  "contact-change",
  "email-verification",
  "email-change-undo",
  "session-end",
  "claim",
  "export",
  "deletion",
  "role-change",
  "second-factor-on",
  "second-factor-off",
  "second-factor-undo",
  "recovery-code",
  "recovery-codes",
  "passkey-add",
  "passkey-remove",
  "proof",
  "block",
  "unblock",
] as const;
export type SecurityAction = (typeof securityActions)[number];

export const securityOutcomes = ["ok", "refused"] as const;
export type SecurityOutcome = (typeof securityOutcomes)[number];

/** Days after which recorded security events are deleted. */
export const securityEventDays = 90;
