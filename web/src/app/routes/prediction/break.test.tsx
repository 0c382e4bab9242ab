import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { dayAndTime } from "#/lib/format.ts";
import { usePredictionForm } from "#/stores/prediction-form-store.ts";
import { aStored } from "#/testing/predictions.ts";
import { renderApp } from "#/testing/render-app.tsx";
import {
  answerGet,
  aStatus,
  aUser,
  noGuardrails,
  signedIn,
  subscriberHome,
} from "#/testing/server.ts";

const ends = "2030-11-28T12:00:00Z";

it.each(["/", "/check"])("a break is announced on %s before a request is refused", async (path) => {
  subscriberHome();
  answerGet("/api/guardrails", { ...noGuardrails, timeOutUntil: ends });
  renderApp(path);
  const until = dayAndTime(ends);
  const text = `It ends on ${until}. Until then you get no predictions and no price checks.`;
  expect(await screen.findByText(text)).toBeTruthy();
  const link = screen.getByRole("link", { name: "Your guardrails" });
  expect(link.getAttribute("href")).toBe("/account#guardrails");
});

it.each(["/", "/check"])("a self-exclusion is named on %s, with the helpline", async (path) => {
  subscriberHome();
  answerGet("/api/guardrails", { ...noGuardrails, selfExcludedUntil: ends });
  renderApp(path);
  await screen.findByRole("heading", { name: "You've excluded yourself" });
  const main = within(screen.getByRole("main"));
  expect(main.getByText(/^Your self-exclusion ends on Nov 28, 2030/)).toBeTruthy();
  const helpline = main.getByRole("link", { name: "1-800-GAMBLER" });
  expect(helpline.getAttribute("href")).toBe("tel:+18004262537");
  expect(main.queryByText(/break/)).toBeNull();
});

it("sells nothing on the home of a self-excluded user without a plan", async () => {
  signedIn(aUser());
  answerGet("/api/subscription/status", aStatus("none"));
  answerGet("/api/guardrails", { ...noGuardrails, selfExcludedUntil: ends });
  renderApp("/");
  await screen.findByRole("heading", { name: "You've excluded yourself" });
  expect(screen.getByText(/and cannot buy a plan\.$/)).toBeTruthy();
  expect(screen.queryByText("Premium Access Required")).toBeNull();
  expect(within(screen.getByRole("main")).queryByText(/trial/i)).toBeNull();
});

it.each([
  ["/", "Generate Prediction"],
  ["/check", "Add a leg"],
])("a break leaves nothing idle on %s: no button “%s”", async (path, name) => {
  subscriberHome();
  answerGet("/api/guardrails", { ...noGuardrails, timeOutUntil: ends });
  renderApp(path);
  await screen.findByRole("heading", { name: "You're on a break" });
  expect(screen.queryByRole("button", { name })).toBeNull();
  expect(screen.queryByRole("textbox")).toBeNull();
  expect(screen.queryByText("The verdict updates as you type.")).toBeNull();
});

it("a break hides the prediction that the tab has kept, with its estimate, its ad and its button to bet", async () => {
  subscriberHome();
  usePredictionForm.setState({ shownId: "p1", sport: "nba", risk: "aggressive" });
  const kept = answerGet("/api/predictions/p1", aStored({ id: "p1", outcome: "open" }));
  answerGet("/api/guardrails", { ...noGuardrails, timeOutUntil: ends });
  renderApp("/");
  await screen.findByRole("heading", { name: "You're on a break" });
  await waitFor(() => expect(kept.count).toBe(1));
  expect(screen.queryByRole("heading", { name: "2-LEG PARLAY OPTION" })).toBeNull();
  expect(screen.queryByText("Our estimate")).toBeNull();
  expect(screen.queryByRole("button", { name: "I bet this" })).toBeNull();
  expect(screen.queryByRole("link", { name: /FIRST BET IS FREE/ })).toBeNull();
});

it("a break leaves a stored prediction readable, without the button to bet on an open one", async () => {
  subscriberHome();
  answerGet("/api/guardrails", { ...noGuardrails, timeOutUntil: ends });
  answerGet("/api/predictions/p1", aStored({ id: "p1", outcome: "open", settledAt: null }));
  renderApp("/predictions/p1");
  expect(await screen.findByText("This parlay loses")).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole("button", { name: "I bet this" })).toBeNull());
});

it("a break leaves a bet that is already recorded, to correct or remove it", async () => {
  subscriberHome();
  answerGet("/api/guardrails", { ...noGuardrails, timeOutUntil: ends });
  const bet = {
    stake: 25,
    odds: 150,
    book: "Harbour",
    recordedAt: "2026-11-20T11:00:00Z",
    isLate: false,
  };
  answerGet("/api/predictions/p1", aStored({ id: "p1", outcome: "open", settledAt: null, bet }));
  renderApp("/predictions/p1");
  expect(await screen.findByText("You bet $25.00 at +150 with Harbour.")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Remove" })).toBeTruthy();
});
