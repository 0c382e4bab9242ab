import type { Page } from "playwright-core";
import { press, type Screen } from "./screen.ts";

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

const screens: readonly Omit<Screen, "as">[] = [
  {
    name: "admin",
    path: "/admin",
    heading: "Admin",
    prepare: findDemoUsers,
  },
  { name: "admin-details", path: "/admin", heading: "Admin", prepare: openDetails },
  {
    name: "admin-activate",
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
    path: "/admin",
    heading: "Admin",
    prepare: async (page) => {
      await openDetails(page);
      await press(page, "Cancel");
      await page.getByRole("alertdialog").waitFor();
    },
  },
  { name: "test-checkout", path: "/test-checkout", heading: "Test Checkout" },
  {
    name: "admin-database",
    path: "/admin?tab=database",
    heading: "Admin",
    prepare: (page) => page.getByRole("table", { name: "users" }).waitFor(),
  },
  {
    name: "admin-payments",
    path: "/admin?tab=payments",
    heading: "Admin",
    prepare: (page) => page.getByRole("table", { name: "Payments" }).waitFor(),
  },
  {
    name: "admin-revenue",
    path: "/admin?tab=revenue",
    heading: "Admin",
    prepare: (page) => page.getByRole("table", { name: "By plan" }).waitFor(),
  },
  {
    name: "admin-webhooks",
    path: "/admin?tab=webhooks",
    heading: "Admin",
    prepare: (page) => page.getByRole("table", { name: "Webhooks" }).waitFor(),
  },
  {
    name: "admin-refund",
    path: "/admin?tab=payments",
    heading: "Admin",
    prepare: async (page) => {
      await page
        .getByRole("button", { name: /^Refund / })
        .first()
        .click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Refund" }).click();
      await page.getByText("Please give a reason.").waitFor();
    },
  },
  {
    name: "admin-audit",
    path: "/admin?tab=audit",
    heading: "Admin",
    prepare: (page) =>
      page
        .getByRole("heading", { name: "No entries" })
        .or(page.getByRole("table", { name: "Audit" }))
        .waitFor(),
  },
  { name: "price-override", path: "/price-override-test", heading: "Price Override" },
  { name: "price-tester", path: "/price-test", heading: "Price Tester" },
  { name: "diagnostic-pro", path: "/stripe-diagnostic-pro", heading: "Diagnostic Pro" },
];

/** The screens of the admins. */
export const adminScreens: readonly Screen[] = screens.map((screen) => ({
  as: "admin",
  ...screen,
}));
