import { expect, it } from "vitest";
import { refuseReservedName } from "./reserved-names.ts";

const reservedNames = new Set(["support"]);

it.each([
  "admin_jo",
  "ADMIN_jo",
  "Admin_",
  "admin.jo",
  "admin-jo",
  "support",
  "SupporT",
  "support1",
  "support_team",
  "Support-24",
  "__proto__",
])("refuses the reserved name %s", (name) => {
  expect(() => refuseReservedName(name, reservedNames)).toThrow(/reserved/);
});

it.each(["jo", "administrators", "jo_admin_", "my.support", "supporter"])("accepts %s", (name) => {
  expect(() => refuseReservedName(name, reservedNames)).not.toThrow();
});
