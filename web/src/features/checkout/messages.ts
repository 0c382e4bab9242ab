import { planTerms } from "@orbline/proto/constants/plans";
import { checkoutEmailMissing } from "#/shared/messages.ts";
import { quotes } from "#/shared/plans.ts";

/** The month whose payment makes the monthly plan dearer than this one. */
function cheaperFrom(plan: "annual" | "lifetime"): number {
  return Math.floor(planTerms[plan].priceCents / planTerms.monthly.priceCents) + 1;
}

/** Texts of every form that leads to a payment. */
export const messages = {
  subscribe: "Subscribe",
  processing: "Processing...",
  continueToPayment: "Continue to Payment",
  emailRequired: checkoutEmailMissing,
  invalidEmail: "Please enter a valid email address",
  validEmailRequired: "Valid Email Required",
  validEmailText: "Please enter a valid email address to continue with subscription.",
  checkoutError: "Checkout Error",
  createFailed: "Failed to create checkout",
  noUrl: "No checkout URL was returned from the checkout endpoint.",
  setupProblem: "There was a problem setting up payment. Please try again.",
  noUrlShort: "No checkout URL returned",
  noValidUrl: "No valid checkout URL received from server",
  accountAndCheckoutFailed: "Failed to create account and checkout",
  statusError: (status: number, text: string) => `Error ${status}: ${text}`,
  directFailed: "There was a problem with your checkout. Please try again.",
  redirectFailed: "Could not redirect to checkout. Please try again.",
  alreadySubscribed: "Already Subscribed",
  alreadySubscribedText: "You already have an active subscription",
  redirecting: "Redirecting to Checkout",
  redirectingText: "You'll pay on our payment partner's secure page.",
  opening: "Opening Checkout",
  openingText: "Opening the payment page.",
  registrationFailed: "Registration failed",
  registrationFallback: "Registration with checkout failed",
  checkoutStarted: "Checkout Started",
  simplifiedStarted: "Simplified Checkout Started",
  redirectingToPayment: "Redirecting to payment page...",
  configurationError: "Checkout Configuration Error",
  configurationText:
    "There's a technical issue with our checkout system. Try our simplified checkout option below.",
  sessionFailed: "Failed to create checkout session. Please try again.",
  sessionFailedAgain: "Try our simplified checkout option below for a more reliable experience.",
  subscribeRedirectFailed: "Failed to redirect to checkout. Please try again.",
  simplifiedFailed: "Even our simplified checkout failed. Please contact support.",
  issueDetected: "Checkout Issue Detected",
  issueText: "Having trouble? Try our simplified checkout option below.",
  useSimplified: "Use Simplified Checkout",
  signInFirst: "Sign In to Subscribe",
  signInFirstText: "Create an account or sign in before you pay.",
  cancelHow:
    "Cancel anytime in your account, in two clicks. You keep access until the paid period ends.",
  trialCancel: "Cancel before the trial ends and you pay nothing.",
  yourOrder: "Your order",
  nextCharge: "Next charge,",
  dueToday: "Due today",
  hasPlan: "You already have access. Manage your plan in",
  toAccount: "your account",
  invoicesIn: "Your invoices are in",
  returnToDashboard: "Return to Dashboard",
  premiumPackage: "Premium Package",
  perMonthPrice: `${quotes.monthly}/month`,
  premiumLead: ", annual, or once for life. Every plan includes everything.",
  totalTitle: "What you pay in total",
  totalYears: (years: number) => (years === 1 ? "1 year" : `${years} years`),
  totalNote: `Compared with monthly, annual costs less from month ${cheaperFrom("annual")}, lifetime from month ${cheaperFrom("lifetime")}.`,
  inEveryPlan: "In every plan",
  moreFeatures: [
    "Break-even, expected value and chance of losing on every pick",
    "Your own record, won and lost",
  ],
  createAndCheckout: "Create Account & Checkout",
  directNote:
    "No password needed yet. After checkout, one click opens your account. We'll email you a link to set a password.",
  tryFirst: "Rather try it first?",
  haveAccount: "Already have an account?",
  signIn: "Sign in",
  allFieldsRequired: "All fields are required",
  quickTitle: "Quick Checkout",
  quickLead: `Monthly plan, ${quotes.monthly}. Cancel anytime.`,
  testTitle: "Test Checkout",
  directLead: "Choose a plan. You'll pay on our payment partner's secure page.",
} as const;
