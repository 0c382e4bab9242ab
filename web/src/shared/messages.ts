import type { RiskLevel, Sport } from "@orbline/proto/constants/predictions";

/** Texts of a time-out, and of a self-exclusion, which is no break. */
export const breakMessages = {
  title: "You're on a break",
  excludedTitle: "You've excluded yourself",
  text: (until: string) =>
    `It ends on ${until}. Until then you get no predictions and no price checks.`,
  excludedText: (until: string) =>
    `Your self-exclusion ends on ${until}. Until then you get no predictions and no price checks, and cannot buy a plan.`,
  help: "Want to talk to someone? Call",
  guardrails: "Your guardrails",
} as const;

/** Texts of the frame around every page. */
export const layoutMessages = {
  skip: "Skip to content",
  predict: "Predict",
  games: "Games",
  check: "Price check",
  howItWorks: "How It Works",
  record: "Record",
  pricing: "Pricing",
  startTrial: "Start free trial",
  login: "Login",
  logout: "Logout",
  loggedOut: "Logged out",
  history: "My predictions",
  account: "Account",
  admin: "Admin",
  adminTools: "Admin tools",
  tabs: "Sections",
  testCheckout: "Test Checkout",
  priceOverride: "Price Override",
  priceTester: "Price Tester",
  diagnosticPro: "Diagnostic Pro",
  openMenu: "Open menu",
  closeMenu: "Close menu",
  menu: "Menu",
  search: "Search",
  mainNavigation: "Main",
  toLight: "Use the light theme",
  toDark: "Use the dark theme",
  age: "21+.",
  entertainment:
    "For entertainment only. No guaranteed outcomes, and we don't take bets. Gambling problem? Call",
  footerNavigation: "Legal and help",
  cancelSubscription: "Cancel subscription",
  responsibleGaming: "Responsible gaming",
  terms: "Terms",
  privacy: "Privacy",
  close: "Close",
  closeToast: "Close notification",
  notifications: "Notifications",
  loading: "Loading...",
  loadMore: "Load more",
  tryAgain: "Try Again",
  request: "Request",
  plan: "Plan",
  failedTitle: "This did not load",
  outdated: "Couldn't refresh. You see the last saved version.",
  moreFailed: "Couldn't load more.",
  failedText: "Something went wrong on our end. Nothing was changed.",
  failedOffline: "You're offline. This loads when you're back.",
  crashTitle: "This page didn't load",
  crashText: "Nothing was changed. Check your connection and try again.",
  offline: "You're offline. We'll reconnect automatically.",
  backHome: "Return to Home",
} as const;

export const sportNames: Record<Sport, string> = {
  soccer: "Soccer",
  nba: "NBA",
  mlb: "MLB",
  ufc: "UFC",
  nfl: "NFL",
  cfb: "CFB",
  nhl: "NHL",
};

export const riskNames: Record<RiskLevel, string> = {
  moderate: "Moderate",
  aggressive: "Aggressive",
  insane: "Insane",
};

/** Texts about the source of games and prices, and the outcomes of bets. */
export const slateMessages = {
  pricesSet: (time: string) => `odds at ${time}`,
  pricesNow: "odds just updated",
  pricesOld: (age: string) => `odds ${age} old`,
  simulated: "Simulated slate",
  simulatedNote: "Demo data: games, odds and results are simulated.",
  marketOnly: "Market only",
  marketOnlyNote:
    "Market only: we have no recent rating, so the sportsbooks' prices alone decide the chance.",
  outcomes: { open: "Open", won: "Won", lost: "Lost", push: "Push", void: "Void" },
} as const;

/** The benefits of a subscription, in the order of the specification. */
export const benefits = [
  "Advanced AI prediction algorithms",
  "Personalized betting recommendations",
  "Analysis for NBA, NHL, MLB and UFC",
  "Multiple risk level options",
] as const;

/** Labels of the fields that several forms have. */
export const fieldNames = {
  email: "Email",
  username: "Username",
  phone: "Phone",
  password: "Password",
  code: "Code from your app",
} as const;

/** Texts of every form with a password. */
export const passwordMessages = {
  newPassword: "New password",
  confirmPassword: "Confirm password",
  showPassword: "Show password",
  hidePassword: "Hide password",
  codeHelp: "Six digits from your authenticator app, or a recovery code.",
  mismatch: "Passwords don't match",
  checklist: "Password rules",
  notCommon: "Not a common password",
  notLeaked: "Not in a known data leak",
  ruleMet: "met",
  ruleOpen: "not met yet",
} as const;

export const checkoutEmailMissing = "Email is required for checkout";

/** The agreement that every sign-up and every payment requires. */
export const consentMessages = {
  before: "I am 21 or older and agree to the",
  terms: "Terms of Service",
  and: "and",
  privacy: "Privacy Policy",
  renewal: ". Subscriptions auto-renew unless canceled.",
  missing: "Please agree to the terms to continue.",
} as const;
