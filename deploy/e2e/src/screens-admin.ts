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

/** The screens of the admins. */
export const adminScreens: readonly Screen[] = [
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
  {
    name: "admin-database",
    as: "admin",
    path: "/admin?tab=database",
    heading: "Admin",
    prepare: (page) => page.getByRole("table", { name: "users" }).waitFor(),
  },
  {
    name: "admin-payments",
    as: "admin",
    path: "/admin?tab=payments",
    heading: "Admin",
    prepare: (page) => page.getByRole("table", { name: "Payments" }).waitFor(),
  },
  {
    name: "admin-revenue",
    as: "admin",
    path: "/admin?tab=revenue",
    heading: "Admin",
    prepare: (page) => page.getByRole("table", { name: "By plan" }).waitFor(),
  },
  {
    name: "admin-webhooks",
    as: "admin",
    path: "/admin?tab=webhooks",
    heading: "Admin",
    prepare: (page) => page.getByRole("table", { name: "Webhooks" }).waitFor(),
  },
  {
    name: "admin-refund",
    as: "admin",
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
    as: "admin",
    path: "/admin?tab=audit",
    heading: "Admin",
    prepare: (page) =>
      page
        .getByRole("heading", { name: "No entries" })
        .or(page.getByRole("table", { name: "Audit" }))
        .waitFor(),
  },
  { name: "price-override", as: "admin", path: "/price-override-test", heading: "Price Override" },
  { name: "price-tester", as: "admin", path: "/price-test", heading: "Price Tester" },
  {
    name: "diagnostic-pro",
    as: "admin",
    path: "/stripe-diagnostic-pro",
    heading: "Diagnostic Pro",
  },
];
