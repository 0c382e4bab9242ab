/** Words of the account page. */
export const accountTexts = {
  title: "Account",
  lead: "Your plan, your bills and your data.",
} as const;
