/** Tables that admins may look at, and the service that owns each. */
export const tableOwners = {
  users: "identity",
  waitlist_entries: "identity",
  user_betting_profiles: "prediction",
  user_bet_history: "prediction",
  ml_model_performance: "prediction",
} as const;
/** One of `tableOwners`. */
export type TableName = keyof typeof tableOwners;
/** A service that owns a table. */
export type TableOwner = (typeof tableOwners)[TableName];

/** Whether a name is one of a table that admins may look at. */
export const isTable = (name: string): name is TableName => Object.hasOwn(tableOwners, name);
