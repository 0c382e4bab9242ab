import { usernameReserved } from "./user-errors.ts";

const looksLikeAdmin = /^admin[._-]/;

/** Refuses `admin_…`, names that look like it, and configured names. @throws invalid `username.reserved` */
export function refuseReservedName(username: string, reservedNames: ReadonlySet<string>): void {
  const name = username.toLowerCase();
  if (looksLikeAdmin.test(name) || reservedNames.has(name)) throw usernameReserved();
}
