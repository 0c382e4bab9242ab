import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderApp } from "#/testing/render-app.tsx";
import {
  answerGet,
  aStatus,
  aUser,
  holdBack,
  refusal,
  signedIn,
  subscriberHome,
} from "#/testing/server.ts";

it("says that it checks the subscription while the status loads", async () => {
  signedIn(aUser());
  const status = holdBack("/api/subscription/status", aStatus("none"));
  renderApp("/");
  expect(await screen.findByText("Checking subscription status...")).toBeTruthy();
  status.respond();
  expect(await screen.findByText("Premium Access Required")).toBeTruthy();
});

it("shows four benefits and the subscribe control to a user with an email", async () => {
  signedIn(aUser());
  answerGet("/api/subscription/status", aStatus("canceled"));
  renderApp("/");
  await screen.findByText("Premium Access Required");
  expect(screen.getByRole("heading", { name: "Welcome, maria_k" })).toBeTruthy();
  for (const benefit of [
    "Advanced AI prediction algorithms",
    "Personalized betting recommendations",
    "Analysis for NBA, NHL, MLB and UFC",
    "Multiple risk level options",
  ])
    expect(screen.getByText(benefit)).toBeTruthy();
  const monthly = await screen.findByRole("radio", { name: /Monthly/ });
  expect(monthly.getAttribute("value")).toBe("monthly");
  expect(screen.queryByRole("radio", { name: /Annual/ })).toBeNull();
});

it("shows the email in place of a generated name and asks the user of a guest's purchase for a password", async () => {
  const id = "usr_0f8e2c7a4b1d4e6f9a3c250baa5537c7";
  signedIn(aUser({ id, username: "player-250baa5537c7", hasPassword: false }));
  answerGet("/api/subscription/status", aStatus("canceled"));
  renderApp("/");
  expect(await screen.findByRole("heading", { name: "Welcome" })).toBeTruthy();
  expect(screen.queryByText(/player-/)).toBeNull();
  expect(within(screen.getByRole("banner")).getByText("maria@example.com")).toBeTruthy();
  const link = screen.getByRole("link", { name: "Set a password to sign in on any device" });
  expect(link.getAttribute("href")).toBe("/account#security");
  expect(screen.queryByText(/^Verify your email/), "the password verifies it").toBeNull();
});

it("leads an admin without a plan to the dashboard", async () => {
  signedIn(aUser({ role: "admin" }));
  answerGet("/api/subscription/status", aStatus("none"));
  const { address } = renderApp("/");
  await waitFor(() => expect(address()).toBe("/admin"));
});

it("sends a user without an email to sign in and subscribe", async () => {
  signedIn(aUser({ email: null }));
  answerGet("/api/subscription/status", aStatus("none"));
  renderApp("/");
  const link = await screen.findByRole("link", { name: "Sign In to Subscribe" });
  expect(link.getAttribute("href")).toBe("/auth?subscribe=true");
  expect(screen.getByText("You're signed in. We only need an email for receipts.")).toBeTruthy();
});

it("offers the trial to an account that left the payment page, until it is used", async () => {
  signedIn(aUser());
  answerGet("/api/subscription/status", { ...aStatus("none"), trialUsed: false });
  const { user, address } = renderApp("/");
  expect(await screen.findByText("Your free trial is waiting")).toBeTruthy();
  await user.click(screen.getAllByRole("link", { name: "Start free trial" })[0] as HTMLElement);
  await waitFor(() => expect(address()).toBe("/subscription?plan=trial"));
  expect(await screen.findByRole("radio", { name: /Free trial/, checked: true })).toBeTruthy();
});

it("offers no trial to an account that has had one", async () => {
  signedIn(aUser());
  answerGet("/api/subscription/status", aStatus("canceled"));
  renderApp("/");
  await screen.findByText("Premium Access Required");
  expect(screen.queryByText("Your free trial is waiting")).toBeNull();
});

it("shows the request id and a retry when the status query fails", async () => {
  signedIn(aUser());
  answerGet("/api/subscription/status", refusal("down"), { status: 503 });
  const { user } = renderApp("/");
  expect(await screen.findByText("req-7f3a")).toBeTruthy();
  answerGet("/api/subscription/status", aStatus("none"));
  await user.click(screen.getByRole("button", { name: "Try Again" }));
  expect(await screen.findByText("Premium Access Required")).toBeTruthy();
});

it("opens during a trial and shows the end of the grace period", async () => {
  subscriberHome();
  answerGet("/api/subscription/status", {
    ...aStatus("trialing"),
    graceUntil: "2026-11-23T12:00:00Z",
  });
  renderApp("/");
  expect(await screen.findByRole("button", { name: "Generate Prediction" })).toBeTruthy();
  expect(screen.getByText(/by Nov 23, 2026 to keep access/)).toBeTruthy();
  const card = screen.getByRole("link", { name: "Update your card" });
  expect(card.getAttribute("href")).toBe("/account#plan");
});
