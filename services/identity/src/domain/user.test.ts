import { expect, it } from "vitest";
import { sessionRoleOf } from "./user.ts";

it.each([
  ["admin_ines", "admin", "admin"],
  ["specboss", "admin", "dashboard"],
  ["jo", "user", "user"],
] as const)("gives the sessions of %s with the role %s the role %s", (username, role, expected) => {
  expect(sessionRoleOf({ username, role })).toBe(expected);
});
