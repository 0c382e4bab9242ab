import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderApp } from "#/testing/render-app.tsx";
import { anAdminUser } from "#/testing/rows.ts";
import { anAdmin, answerGet, answerPost, signedIn } from "#/testing/server.ts";

const access = { blockedAt: null, hasSecondFactor: false, openSessions: 2 };
const blocked = { ...access, blockedAt: "2026-11-21T10:00:00Z", openSessions: 0 };

const openDetails = async () => {
  signedIn(anAdmin());
  answerGet("/api/admin/users/subscriptions", [anAdminUser]);
  answerGet("/api/admin/user/u7/subscription", {
    ...anAdminUser,
    userId: "u7",
    stripeCustomerId: null,
    stripeSubscriptionId: null,
    stripeDetails: null,
  });
  answerGet("/api/admin/user/u7/access", access);
  const { user } = renderApp("/admin?tab=subscriptions");
  const [first] = await screen.findAllByRole("button", { name: "View Details of thegoalie" });
  await user.click(first as HTMLElement);
  const dialog = within(await screen.findByRole("dialog", { name: "thegoalie" }));
  const press = async (name: string) =>
    user.click(await dialog.findByRole<HTMLButtonElement>("button", { name }));
  return { dialog, press };
};

it("blocks a user and lets the user sign in again", async () => {
  const { dialog, press } = await openDetails();
  expect(await dialog.findByText("allowed")).toBeTruthy();
  const sent = answerPost("/api/admin/user/u7/block", blocked);
  await press("Block");
  expect(await dialog.findByText(/^blocked since /)).toBeTruthy();
  expect(await screen.findByText("thegoalie is blocked and signed out")).toBeTruthy();
  expect(screen.getByText("A plan that renews is still charged. Cancel it too.")).toBeTruthy();
  answerPost("/api/admin/user/u7/unblock", access);
  await press("Unblock");
  expect(await dialog.findByText("allowed")).toBeTruthy();
  expect(sent).toEqual([{}]);
});

it("ends all sessions of a user", async () => {
  const { dialog, press } = await openDetails();
  answerPost("/api/admin/user/u7/end-sessions", { ...access, openSessions: 0 });
  await press("Sign out everywhere");
  expect(await screen.findByText("thegoalie is signed out everywhere")).toBeTruthy();
  expect(dialog.getByText("0")).toBeTruthy();
  expect(dialog.getByRole("button", { name: "Sign out everywhere" }).hasAttribute("disabled")).toBe(
    true,
  );
});
