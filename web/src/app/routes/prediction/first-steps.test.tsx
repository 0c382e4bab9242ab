import { screen, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { anEntry } from "#/testing/predictions.ts";
import { renderApp } from "#/testing/render-app.tsx";
import { aHistory, answerGet, answerPost, aPrediction, subscriberHome } from "#/testing/server.ts";

beforeEach(() => subscriberHome());

it("tells a user without predictions what to do, what the figures mean and where results are", async () => {
  renderApp("/");
  expect(await screen.findByRole("heading", { name: "How to start" })).toBeTruthy();
  const steps = screen.getAllByRole("heading", { level: 3 }).map((title) => title.textContent);
  expect(steps).toEqual(["Ask for a pick", "Compare two figures", "See the result"]);
  const guide = within(screen.getByRole("region", { name: "Prediction result" }));
  const results = guide.getByRole("link", { name: "My predictions" });
  expect(results.getAttribute("href")).toBe("/history");
});

it("drops the first steps with the first prediction, also after a reset", async () => {
  const { user } = renderApp("/");
  await screen.findByRole("heading", { name: "How to start" });
  answerPost("/api/new-prediction", aPrediction());
  answerGet("/api/predictions", aHistory({ predictions: [anEntry()] }));
  await user.click(screen.getByRole("radio", { name: "NBA" }));
  await user.click(screen.getByRole("radio", { name: "Aggressive" }));
  await user.click(screen.getByRole("button", { name: "Generate Prediction" }));
  await screen.findByRole("heading", { name: "2-LEG PARLAY OPTION" });
  await user.click(screen.getByRole("button", { name: "Reset" }));
  expect(await screen.findByText("Your prediction appears here")).toBeTruthy();
  expect(screen.queryByText("How to start")).toBeNull();
  expect(screen.getByText(/^Pick a sport and a risk level\./)).toBeTruthy();
  await user.click(screen.getByRole("radio", { name: "NBA" }));
  await user.click(screen.getByRole("radio", { name: "Aggressive" }));
  expect(screen.getByText(/^Press Generate Prediction\./)).toBeTruthy();
});
