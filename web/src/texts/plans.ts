/** How each plan is shown where it can be chosen. */
export const planTexts = {
  trial: {
    name: "Trial",
    price: "$0",
    per: "for 2 days",
    note: "$19.99/mo after",
    badge: "RECOMMENDED",
  },
  monthly: {
    name: "Monthly",
    price: "$19.99",
    per: "per month",
    note: "cancel any month",
    badge: undefined,
  },
  annual: {
    name: "Annual",
    price: "$215.89",
    per: "billed annually",
    note: "$23.99 less than monthly",
    badge: "SAVE 10%",
  },
  lifetime: {
    name: "Lifetime",
    price: "$249",
    per: "once",
    note: "saves $951 over 5 years",
    badge: "BEST VALUE",
  },
} as const;
