import type { SpecRow } from "./spec-row.ts";

const registration = {
  Phone: "3125550148",
  Username: "maria_k",
  Password: "Secret123",
  "Confirm password": "Secret123",
};
const trial = "Start Free Trial - No Charge Today";
const noBody = [{}, 500] as const;
const paid = { success: true, checkoutUrl: "https://pay.test/cs_1" };

/** Messages and notices of signing in and up. */
export const specSignIns: readonly SpecRow[] = [
  {
    name: "login refused without a message",
    path: "/auth",
    given: { "/api/login": [{}, 401] },
    fill: { Username: "maria_k", Password: "Secret123" },
    press: ["Sign In"],
    says: ["Login failed"],
  },
  {
    name: "login with short fields",
    path: "/auth",
    fill: { Username: "ab", Password: "12345" },
    press: ["Sign In"],
    says: ["Username must be at least 3 characters.", "Password must be at least 6 characters."],
  },
  {
    name: "register with short fields",
    path: "/auth",
    open: ["Register"],
    fill: { Email: "maria", Username: "ab", Phone: "123", "Confirm password": "x" },
    press: [trial],
    says: [
      "Username must be at least 3 characters.",
      "Please enter a valid phone number.",
      "Please enter a valid email address.",
      "Password must be at least 8 characters.",
    ],
  },
  {
    name: "register with passwords that differ, one without a capital letter",
    path: "/auth",
    open: ["Register"],
    fill: { ...registration, Password: "secret123" },
    press: [trial],
    says: ["Password must include at least one capital letter.", "Passwords don't match"],
  },
  {
    name: "register without a digit",
    path: "/auth",
    open: ["Register"],
    fill: { ...registration, Password: "Secretly", "Confirm password": "Secretly" },
    press: [trial],
    says: ["Password must include at least one number."],
  },
  {
    name: "registration refused",
    path: "/auth",
    open: ["Register"],
    fill: registration,
    tick: true,
    given: { "/api/register": noBody },
    press: [trial],
    says: ["Registration failed"],
  },
  {
    name: "registration with checkout refused",
    path: "/auth",
    open: ["Register"],
    fill: { ...registration, Email: "maria@example.com" },
    tick: true,
    given: { "/api/register-with-checkout": noBody },
    press: [trial],
    says: ["Registration failed", "Registration with checkout failed"],
  },
  {
    name: "registration with checkout",
    path: "/auth",
    open: ["Register"],
    fill: { ...registration, Email: "maria@example.com" },
    tick: true,
    given: { "/api/register-with-checkout": [paid] },
    press: [trial],
    says: ["Opening Checkout", "Processing..."],
  },
];
