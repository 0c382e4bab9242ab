import { expect, it } from "vitest";
import { refuseReservedName } from "./reserved-names.ts";

const specialNames = new Set(["support"]);

it.each(["admin_jo", "ADMIN_jo", "Admin_", "admin.jo", "admin-jo", "support", "SupporT"])(
  "refuses the reserved name %s",
  (name) => {
    expect(() => refuseReservedName(name, specialNames)).toThrow(/reserved/);
  },
);

it.each(["jo", "administrators", "jo_admin_", "my.support"])("lets %s through", (name) => {
  expect(() => refuseReservedName(name, specialNames)).not.toThrow();
});
