import { usernameReserved } from "./user-errors.ts";

const adminPrefix = "admin_";

/** Refuses names that look like the product's own: `admin_…` and the configured ones. @throws invalid */
export const refuseReservedName = (username: string, specialNames: ReadonlySet<string>): void => {
  const name = username.toLowerCase();
  if (name.startsWith(adminPrefix) || specialNames.has(name)) throw usernameReserved();
};
