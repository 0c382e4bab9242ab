import type { Screen } from "./screen.ts";

const screens: readonly Omit<Screen, "as">[] = [
  { name: "auth-login", path: "/auth", heading: "Sign in to Orbline" },
  {
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
    name: "welcome",
    path: "/welcome",
    heading: "PREDICT WITH PRECISION",
    // The heading stands over the skeleton too.
    prepare: (page) => page.getByRole("link", { name: "The whole record" }).waitFor(),
  },
  { name: "how-it-works", path: "/how-it-works", heading: "How It Works" },
  { name: "terms", path: "/terms", heading: "Terms" },
  { name: "privacy", path: "/privacy", heading: "Privacy" },
  { name: "responsible-gaming", path: "/responsible-gaming", heading: "Responsible gaming" },
  { name: "not-found", path: "/no-such-page", heading: "404 Page Not Found" },
  { name: "subscription-out", path: "/subscription", heading: "Premium Package" },
  { name: "sign-up-panel", path: "/production-signup", heading: "PREMIUM AI PREDICTIONS" },
  { name: "integrated-chooser", path: "/integrated-checkout", heading: "Integrated Checkout" },
  { name: "integrated-form", path: "/integrated-monthly-checkout", heading: "Monthly checkout" },
  { name: "subscribe", path: "/subscribe", heading: "Subscribe" },
  { name: "quick-checkout", path: "/space-fix-checkout", heading: "Quick Checkout" },
  { name: "subscription-cancel", path: "/subscription/cancel", heading: "Payment cancelled" },
  {
    name: "success-without-session",
    path: "/subscription/success",
    heading: "Subscription verification",
  },
  {
    name: "subscription-info",
    path: "/subscription-info?error=card",
    heading: "Premium Access Required",
  },
  {
    name: "subscription-canceled",
    path: "/subscription-canceled",
    heading: "Payment cancelled",
    prepare: (page) => page.getByRole("button", { name: "Close notification" }).waitFor(),
  },
  { name: "admin-denied", path: "/admin", heading: "Access Denied" },
  {
    name: "record",
    path: "/record",
    heading: "The record",
    prepare: (page) => page.getByRole("heading", { name: /^Back-test/ }).waitFor(),
  },
  { name: "forgot-password", path: "/forgot-password", heading: "Forgot password" },
  { name: "reset-password", path: "/reset-password?token=none", heading: "Set a new password" },
  { name: "reset-password-broken", path: "/reset-password", heading: "Set a new password" },
  { name: "verify-email", path: "/verify-email?token=none", heading: "Verify your email" },
  { name: "claim", path: "/claim?token=none", heading: "Set your password" },
  { name: "waitlist", path: "/waitlist", heading: "Join the waitlist" },
  { name: "waitlist-convert", path: "/waitlist/convert?token=none", heading: "Open your account" },
  {
    name: "direct-checkout",
    path: "/deployed-subscribe",
    heading: "PREMIUM AI PREDICTIONS",
    prepare: (page) => page.getByRole("tab", { name: "Direct Checkout" }).click(),
  },
  { name: "integrated-annual", path: "/integrated-annual-checkout", heading: "Annual checkout" },
];

/** The screens of a visitor who is not signed in. */
export const visitorScreens: readonly Screen[] = screens.map((screen) => ({
  as: "visitor",
  ...screen,
}));
