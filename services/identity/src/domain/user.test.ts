import { expect, it } from "vitest";
import { sessionRoleOf } from "./user.ts";

const secondFactor = { sealedSecret: "", lastStep: 0, recoveryHashes: [], enabledAt: new Date() };

it.each([
  ["admin_ines", "admin", "admin"],
  ["specboss", "admin", "dashboard"],
  ["jo", "user", "user"],
] as const)("gives the sessions of %s with the role %s the role %s", (username, role, expected) => {
  expect(sessionRoleOf({ username, role, secondFactor })).toBe(expected);
});

it("gives the sessions of an admin without a second factor no rights of an admin", () => {
  expect(sessionRoleOf({ username: "admin_ines", role: "admin" })).toBe("unenrolled");
  expect(sessionRoleOf({ username: "jo", role: "user" })).toBe("user");
});
