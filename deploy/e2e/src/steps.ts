import type { SubscriptionStatusResponse } from "@orbline/proto/http/billing/subscription-status";
import type { User } from "@orbline/proto/http/identity/user";
import type { Page } from "playwright-core";
import { password } from "./people.ts";

const ask = async <Body>(page: Page, path: string) =>
  (await (await page.request.get(path)).json()) as Body;

/** The user whose session the page has. */
export const userOf = (page: Page): Promise<User> => ask(page, "/api/user");

/** The subscription of the user whose session the page has. */
export const statusOf = (page: Page): Promise<SubscriptionStatusResponse> =>
  ask(page, "/api/subscription/status");

/** Waits for the success of a checkout. */
export const isActivated = (page: Page): Promise<void> =>
  page.getByRole("heading", { name: "Subscription Activated" }).waitFor();

/** Fills the sign-in screen and presses its button. */
export const signIn = async (page: Page, login: string, secret = password): Promise<void> => {
  await page.getByLabel("Username").fill(login);
  await page.getByLabel("Password", { exact: true }).fill(secret);
  await page.getByRole("button", { name: "Sign In" }).click();
};
