/** The tables that admins can view, with their owning services. */
export const tableOwners = {
  users: "identity",
  waitlist_entries: "identity",
  user_betting_profiles: "prediction",
  user_bet_history: "prediction",
  ml_model_performance: "prediction",
} as const;
export type TableName = keyof typeof tableOwners;
export type TableOwner = (typeof tableOwners)[TableName];
