import { usernameReserved } from "./user-errors.ts";

const looksLikeAdmin = /^admin[._-]/;

/** Refuses names that look like the product's own: `admin_…` and its lookalikes, and the configured ones. @throws invalid */
export const refuseReservedName = (username: string, specialNames: ReadonlySet<string>): void => {
  const name = username.toLowerCase();
  if (looksLikeAdmin.test(name) || specialNames.has(name)) throw usernameReserved();
};
