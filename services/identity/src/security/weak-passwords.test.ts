import { expect, it } from "vitest";
import { weaknessOf } from "./weak-passwords.ts";

const owner = { username: "Quillon_B", email: "j.appleseed@zanzibarr.example" };

it.each([
  "Password1",
  "Password1!",
  "P@ssw0rd1",
  "Pa55w0rd2026!",
  "Qwerty123!",
  "Welcome1!",
  "Admin123!",
  "Summer2026!",
  "!!1Dragon",
  "1L0vey0u",
])("calls the password %s common", (password) => {
  expect(weaknessOf(password, {})).toBe("common");
});

it.each([
  "Orbline1!",
  "0rbl1ne2026",
  "OrblineBetting1",
  "Quillon_B1",
  "Qu1ll0nB2026!",
  "J.Appleseed@zanzibarr.example1",
  "J.Appleseed7",
  "Zanzibarr123",
])("calls the password %s of this owner personal", (password) => {
  expect(weaknessOf(password, owner)).toBe("personal");
});

it.each([
  "Correct-horse-1",
  "Another-horse-2",
  "Quillon-likes-tea-4",
  "xK4$pR9mTq",
  "Adm1-0Kd3xWqZ8sLmTn2vBc",
  "7291A8302",
])("accepts the password %s", (password) => {
  expect(weaknessOf(password, owner)).toBeUndefined();
});
