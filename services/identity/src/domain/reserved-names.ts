import { usernameReserved } from "./user-errors.ts";

const looksLikeAdmin = /^admin[._-]/;

/**
 * Refuses `admin_…`, names that look like it, configured names, and those with an addition, such as `support1` or
 * `orbline_team`.
 * @throws invalid `username.reserved`
 */
export function refuseReservedName(username: string, reservedNames: ReadonlySet<string>): void {
  const name = username.toLowerCase();
  const [beginning = ""] = name.split(/[._\-\d]/);
  const isReserved = reservedNames.has(name) || reservedNames.has(beginning);
  if (looksLikeAdmin.test(name) || isReserved || name.startsWith("__")) throw usernameReserved();
}
