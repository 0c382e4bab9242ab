import { monthlyOrAnnual } from "#/shared/plans.ts";

/** Texts of the sign-up panel and its form. Only its pages load them. */
export const signUpMessages = {
  signUpTitle: "PREMIUM AI PREDICTIONS",
  signUpTagline: "Instant access to advanced sports prediction technology",
  signUpPrices: `${monthlyOrAnnual}.`,
  signUpTabs: "How to sign up",
  quickTab: "Quick Signup",
  directTab: "Direct Checkout",
  productionCheckout: "Production Site Checkout",
  productionNote: "Or pay with your email alone:",
  strictTitle: "Using Strict Checkout",
  strictText: "Please use the 'Create Account & Checkout' button.",
  formFailed: "Form validation failed",
  checkFields: "Please check all fields and try again.",
  directSubmit: "Sign Up & Continue to Payment",
  switchToSignup: "Switch to Signup",
  directEmailRequired: "Email required",
  directEmailText: "Please enter your email address",
  directInvalid: "Invalid email",
  agreement: "I am 21 or older. By signing up you agree to the",
  fillFields: "Please fill in all required fields",
  quickEmail: "Please enter a valid email",
  quickUsername: "Username must be at least 2 characters",
  quickLength: "Password must be at least 8 characters",
  quickCapital: "Password must include at least one capital letter",
  quickDigit: "Password must include at least one number",
} as const;
