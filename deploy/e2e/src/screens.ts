import type { Page } from "playwright-core";

/** Whose session a screen is looked at with. */
export type Viewer = "visitor" | "free" | "subscriber" | "admin";

/** One screen: how to get there and what shows that it is complete. */
export type Screen = {
  name: string;
  as: Viewer;
  path: string;
  /** Text of the heading of level 1 that the page must have. */
  heading: string;
  /** Steps from the loaded page to the state to look at. */
  prepare?: (page: Page) => Promise<unknown>;
};

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

/** Other tests make users too; the demo ones are enough to look at. */
const findDemoUsers = async (page: Page) => {
  await page.getByRole("searchbox").fill("demo_");
  await page.getByText("3 users found").waitFor();
};

const openDetails = async (page: Page) => {
  await findDemoUsers(page);
  await page
    .getByRole("button", { name: "View Details of demo_trial" })
    .filter({ visible: true })
    .click();
  await page.getByRole("dialog").getByText("Cancel at period end").waitFor();
};

const generate = async (page: Page, risk: string) => {
  await page.getByRole("radio", { name: "NFL" }).check();
  await page.getByRole("radio", { name: risk }).check();
  await press(page, "Generate Prediction");
  await page.getByRole("heading", { name: /LEG PARLAY OPTION/ }).waitFor();
};

const visitor = { as: "visitor" } as const;
const signedOut: Screen[] = [
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
  { ...visitor, name: "welcome", path: "/welcome", heading: "PREDICT WITH PRECISION" },
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
];

const signedIn: Screen[] = [
  {
    name: "gate",
    as: "free",
    path: "/",
    heading: "Welcome, demo_free",
    prepare: (page) => page.getByRole("heading", { name: "Premium Access Required" }).waitFor(),
  },
  {
    name: "history-empty",
    as: "free",
    path: "/history",
    heading: "My predictions",
    prepare: (page) => page.getByRole("heading", { name: "No predictions yet" }).waitFor(),
  },
  {
    name: "cancel-account",
    as: "free",
    path: "/cancel-account",
    heading: "Cancel your subscription",
  },
  {
    name: "home-idle",
    as: "subscriber",
    path: "/",
    heading: "Welcome, demo_subscriber",
    prepare: (page) => page.getByRole("heading", { name: "No prediction yet" }).waitFor(),
  },
  {
    name: "home-single",
    as: "subscriber",
    path: "/",
    heading: "Welcome, demo_subscriber",
    prepare: (page) => generate(page, "Moderate"),
  },
  {
    name: "home-result",
    as: "subscriber",
    path: "/",
    heading: "Welcome, demo_subscriber",
    prepare: async (page) => {
      await generate(page, "Insane");
      await press(page, "Show Statistical Analysis");
      await page.getByText(/^Confidence Level/).waitFor();
    },
  },
  {
    name: "history",
    as: "subscriber",
    path: "/history",
    heading: "My predictions",
    prepare: (page) => page.getByText("Settled", { exact: true }).waitFor(),
  },
  { name: "subscription", as: "subscriber", path: "/subscription", heading: "Premium Package" },
  {
    name: "admin",
    as: "admin",
    path: "/admin",
    heading: "Admin",
    prepare: findDemoUsers,
  },
  { name: "admin-details", as: "admin", path: "/admin", heading: "Admin", prepare: openDetails },
  {
    name: "admin-activate",
    as: "admin",
    path: "/admin",
    heading: "Admin",
    prepare: async (page) => {
      await openDetails(page);
      await press(page, "Activate");
      await page.getByLabel("Duration").waitFor();
    },
  },
  {
    name: "admin-cancel",
    as: "admin",
    path: "/admin",
    heading: "Admin",
    prepare: async (page) => {
      await openDetails(page);
      await press(page, "Cancel");
      await page.getByRole("alertdialog").waitFor();
    },
  },
  { name: "test-checkout", as: "admin", path: "/test-checkout", heading: "Test Checkout" },
];

/** Every screen of the product. */
export const screens: readonly Screen[] = [...signedOut, ...signedIn];

/** Opens a screen and waits until it is complete. @throws when it does not become so */
export const openScreen = async (page: Page, { path, heading, prepare }: Screen): Promise<void> => {
  await page.goto(path);
  await page.locator("h1").filter({ hasText: heading }).waitFor({ state: "attached" });
  await prepare?.(page);
  await page.evaluate("document.fonts.ready.then(() => undefined)");
};
