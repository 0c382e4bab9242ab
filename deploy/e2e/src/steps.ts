import type { SubscriptionStatusResponse } from "@orbline/proto/http/billing/subscription-status";
import type { User } from "@orbline/proto/http/identity/user";
import type { Page } from "playwright-core";
import { password } from "./people.ts";

const get = async <Body>(page: Page, path: string) =>
  (await (await page.request.get(path)).json()) as Body;

/** The user who is signed in on the page. */
export const userOf = (page: Page): Promise<User> => get(page, "/api/user");

/** The subscription of the user who is signed in on the page. */
export const statusOf = (page: Page): Promise<SubscriptionStatusResponse> =>
  get(page, "/api/subscription/status");

/** Waits for the success page of a checkout. */
export const isActivated = (page: Page): Promise<void> =>
  page.getByRole("heading", { name: "Subscription Activated" }).waitFor();

/** Fills in the sign-in screen and clicks its button. */
export const signIn = async (page: Page, login: string, secret = password): Promise<void> => {
  await page.getByLabel("Username").fill(login);
  await page.getByLabel("Password", { exact: true }).fill(secret);
  await page.getByRole("button", { name: "Sign In" }).click();
};

/** Signs out by the menu of the user in the header of a wide page. */
export const signOut = async (page: Page): Promise<void> => {
  await page.locator("header summary").last().click();
  await page.getByRole("button", { name: "Logout" }).click();
};
