/** The three rules of a new password, in the order in which the checklist shows them. */
export const passwordRules = [
  {
    label: "Minimum 8 characters",
    message: "Password must be at least 8 characters.",
    test: (password: string) => password.length >= 8,
  },
  {
    label: "One capital letter",
    message: "Password must include at least one capital letter.",
    test: (password: string) => /[A-Z]/.test(password),
  },
  {
    label: "One number",
    message: "Password must include at least one number.",
    test: (password: string) => /[0-9]/.test(password),
  },
] as const;
