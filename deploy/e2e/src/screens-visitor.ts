import type { Screen } from "./screen.ts";

const visitor = { as: "visitor" } as const;
/** The screens of somebody who is not signed in. */
export const visitorScreens: readonly Screen[] = [
  { ...visitor, name: "auth-login", path: "/auth", heading: "Sign in to Orbline" },
  {
    ...visitor,
    name: "auth-register",
    path: "/auth?ref=partner",
    heading: "Sign in to Orbline",
    prepare: async (page) => {
      await page.getByRole("tab", { name: "Register" }).click();
      await page.getByRole("heading", { name: "Create your account" }).waitFor();
      await page.getByRole("button", { name: /^Start Free Trial/ }).click();
      await page.getByText("Please agree to the terms to continue.").waitFor();
    },
  },
  {
    ...visitor,
    name: "welcome",
    path: "/welcome",
    heading: "PREDICT WITH PRECISION",
    // The heading stands over the skeleton too.
    prepare: (page) => page.getByRole("link", { name: "The whole record" }).waitFor(),
  },
  { ...visitor, name: "how-it-works", path: "/how-it-works", heading: "How It Works" },
  { ...visitor, name: "terms", path: "/terms", heading: "Terms" },
  { ...visitor, name: "privacy", path: "/privacy", heading: "Privacy" },
  {
    ...visitor,
    name: "responsible-gaming",
    path: "/responsible-gaming",
    heading: "Responsible gaming",
  },
  { ...visitor, name: "not-found", path: "/no-such-page", heading: "404 Page Not Found" },
  { ...visitor, name: "subscription-out", path: "/subscription", heading: "Premium Package" },
  {
    ...visitor,
    name: "sign-up-panel",
    path: "/production-signup",
    heading: "PREMIUM AI PREDICTIONS",
  },
  {
    ...visitor,
    name: "integrated-chooser",
    path: "/integrated-checkout",
    heading: "Integrated Checkout",
  },
  {
    ...visitor,
    name: "integrated-form",
    path: "/integrated-monthly-checkout",
    heading: "Monthly checkout",
  },
  { ...visitor, name: "subscribe", path: "/subscribe", heading: "Subscribe" },
  { ...visitor, name: "quick-checkout", path: "/space-fix-checkout", heading: "Quick Checkout" },
  {
    ...visitor,
    name: "subscription-cancel",
    path: "/subscription/cancel",
    heading: "Payment cancelled",
  },
  {
    ...visitor,
    name: "success-without-session",
    path: "/subscription/success",
    heading: "Subscription verification",
  },
  {
    ...visitor,
    name: "subscription-info",
    path: "/subscription-info?error=card",
    heading: "Premium Access Required",
  },
  {
    ...visitor,
    name: "subscription-canceled",
    path: "/subscription-canceled",
    heading: "Payment cancelled",
    prepare: (page) => page.getByRole("button", { name: "Close notification" }).waitFor(),
  },
  { ...visitor, name: "admin-denied", path: "/admin", heading: "Access Denied" },
  {
    ...visitor,
    name: "record",
    path: "/record",
    heading: "The record",
    prepare: (page) => page.getByRole("heading", { name: /^Back-test/ }).waitFor(),
  },
  {
    ...visitor,
    name: "forgot-password",
    path: "/forgot-password",
    heading: "Forgot password",
  },
  {
    ...visitor,
    name: "reset-password",
    path: "/reset-password?token=none",
    heading: "Set a new password",
  },
  {
    ...visitor,
    name: "reset-password-broken",
    path: "/reset-password",
    heading: "Set a new password",
  },
  {
    ...visitor,
    name: "verify-email",
    path: "/verify-email?token=none",
    heading: "Verify your email",
  },
  {
    ...visitor,
    name: "claim",
    path: "/claim?token=none",
    heading: "Set your password",
  },
  {
    ...visitor,
    name: "waitlist",
    path: "/waitlist",
    heading: "Join the waitlist",
  },
  {
    ...visitor,
    name: "waitlist-convert",
    path: "/waitlist/convert?token=none",
    heading: "Open your account",
  },
  {
    ...visitor,
    name: "direct-checkout",
    path: "/deployed-subscribe",
    heading: "PREMIUM AI PREDICTIONS",
    prepare: (page) => page.getByRole("tab", { name: "Direct Checkout" }).click(),
  },
  {
    ...visitor,
    name: "integrated-annual",
    path: "/integrated-annual-checkout",
    heading: "Annual checkout",
  },
];
