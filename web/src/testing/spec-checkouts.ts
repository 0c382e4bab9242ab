import type { SpecRow } from "./spec-row.ts";

const failed = "Checkout Error";
const noBody = [{}, 500] as const;
const paid = { success: true, checkoutUrl: "https://pay.test/cs_1" };
const account = { Email: "maria@example.com", Username: "maria_k", Password: "Secret123" };
const direct = "/api/create-direct-checkout";

/** Messages and notices on the way to a payment. */
export const specCheckouts: readonly SpecRow[] = [
  {
    name: "quick form, its own password rules",
    path: "/production-signup",
    fill: { Email: "maria", Username: "m", Password: "secret" },
    press: ["Create Account & Checkout"],
    says: [
      "Form validation failed",
      "Please enter a valid email",
      "Username must be at least 2 characters",
      "Password must be at least 8 characters",
    ],
  },
  {
    name: "quick form, empty",
    path: "/production-signup",
    press: ["Create Account & Checkout"],
    says: ["Please fill in all required fields"],
  },
  {
    name: "quick form, no checkout address",
    path: "/production-signup",
    fill: account,
    tick: true,
    given: { "/api/absolute-price-id-checkout": [{ success: true }] },
    press: ["Create Account & Checkout"],
    says: [failed, "There was a problem setting up payment. Please try again."],
  },
  {
    name: "direct checkout without an address",
    path: "/production-signup",
    open: ["Direct Checkout"],
    press: ["Sign Up & Continue to Payment"],
    says: ["Email required", "Please enter your email address"],
  },
  {
    name: "direct checkout failed",
    path: "/production-signup",
    open: ["Direct Checkout"],
    fill: { Email: "maria@example.com" },
    tick: true,
    given: { "/api/direct-signup-checkout": noBody },
    press: ["Sign Up & Continue to Payment"],
    says: [failed, "There was a problem with your checkout. Please try again."],
  },
  {
    name: "checkout button, failed",
    path: "/subscription",
    as: "user",
    tick: true,
    given: { [direct]: noBody },
    press: ["Subscribe"],
    says: [failed, "Failed to create checkout"],
  },
  {
    name: "checkout button, no address",
    path: "/subscription",
    as: "user",
    tick: true,
    given: { [direct]: [{ success: true }] },
    press: ["Subscribe"],
    says: ["No checkout URL was returned from the checkout endpoint."],
  },
  {
    name: "checkout button, already subscribed",
    path: "/subscription",
    as: "user",
    tick: true,
    given: { [direct]: [{ success: false, alreadySubscribed: true }] },
    press: ["Subscribe"],
    says: ["Already Subscribed", "You already have an active subscription"],
  },
  {
    name: "checkout button, on its way",
    path: "/subscription",
    as: "user",
    tick: true,
    given: { [direct]: [paid] },
    press: ["Subscribe"],
    says: ["Redirecting to Checkout", "Processing..."],
  },
  {
    name: "subscribe without a valid address",
    path: "/subscribe",
    fill: { Email: "maria" },
    press: ["Subscribe"],
    says: [
      "Valid Email Required",
      "Please enter a valid email address to continue with subscription.",
    ],
  },
  {
    name: "subscribe, price id",
    path: "/subscribe",
    as: "user",
    tick: true,
    given: { [direct]: [{ message: "No such price: price_1" }, 400] },
    press: ["Subscribe"],
    says: [
      "Checkout Configuration Error",
      "There's a technical issue with our checkout system. Try our simplified checkout option below.",
      "Checkout Issue Detected",
      "Having trouble? Try our simplified checkout option below.",
      "Use Simplified Checkout",
    ],
  },
  {
    name: "subscribe, second failure",
    path: "/subscribe",
    as: "user",
    tick: true,
    given: { [direct]: noBody },
    press: ["Subscribe", "Subscribe"],
    says: ["Try our simplified checkout option below for a more reliable experience."],
  },
  {
    name: "subscribe, simplified failed too",
    path: "/subscribe",
    as: "user",
    tick: true,
    given: {
      [direct]: [{ message: "No such price: price_1" }, 400],
      "/api/simplified-checkout": noBody,
    },
    press: ["Subscribe", "Use Simplified Checkout"],
    says: ["Even our simplified checkout failed. Please contact support."],
  },
  {
    name: "subscribe, started",
    path: "/subscribe",
    as: "user",
    tick: true,
    given: { [direct]: [paid] },
    press: ["Subscribe"],
    says: ["Checkout Started", "Redirecting to payment page..."],
  },
];
