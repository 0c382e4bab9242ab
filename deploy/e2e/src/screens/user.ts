import type { Page } from "playwright-core";
import { press, type Screen } from "./screen.ts";

const generate = async (page: Page, risk: string) => {
  await page.getByRole("radio", { name: "NFL" }).check();
  await page.getByRole("radio", { name: risk }).check();
  await press(page, "Generate Prediction");
  await page.getByRole("heading", { name: /LEG PARLAY OPTION/ }).waitFor();
};

/** The screens of the signed-in. */
export const userScreens: readonly Screen[] = [
  {
    name: "gate",
    as: "free",
    path: "/",
    heading: "Welcome, demo_free",
    prepare: (page) => page.getByRole("button", { name: "Subscribe", exact: true }).waitFor(),
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
    prepare: (page) => page.getByRole("table", { name: "My predictions" }).waitFor(),
  },
  { name: "subscription", as: "subscriber", path: "/subscription", heading: "Premium Package" },
  {
    name: "history-filtered",
    as: "subscriber",
    path: "/history?sport=ufc&result=push",
    heading: "My predictions",
    prepare: (page) => page.getByRole("heading", { name: "Nothing matches" }).waitFor(),
  },
  {
    name: "betting-profile",
    as: "subscriber",
    path: "/history?view=profile",
    heading: "My predictions",
    prepare: (page) => page.getByRole("table", { name: "By risk" }).waitFor(),
  },
  {
    name: "prediction",
    as: "subscriber",
    path: "/history",
    heading: "My predictions",
    prepare: async (page) => {
      await page.getByRole("link", { name: "-leg parlay" }).first().click();
      await page.getByRole("heading", { name: "Individual Bet Analysis" }).waitFor();
      await page.getByRole("link", { name: "The whole record" }).waitFor();
    },
  },
  {
    name: "prediction-missing",
    as: "subscriber",
    path: "/predictions/prd_none",
    expected: [/status of 404 .*\/api\/predictions\/prd_none$/],
    heading: "Prediction",
    prepare: (page) => page.getByRole("heading", { name: "There is no such prediction" }).waitFor(),
  },
  {
    name: "slate",
    as: "subscriber",
    path: "/slate?sport=ufc",
    heading: "Games and prices",
    prepare: (page) => page.getByRole("table", { name: /^UFC games/ }).waitFor(),
  },
  {
    name: "account",
    as: "subscriber",
    path: "/account",
    heading: "Account",
    prepare: (page) =>
      page
        .getByText(/^Next charge/)
        .first()
        .waitFor(),
  },
  { name: "logout-test", as: "free", path: "/logout-test", heading: "Logout" },
];
