import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { dayAndTime } from "#/lib/format.ts";
import { renderApp } from "#/testing/render-app.tsx";
import { answerGet, noGuardrails, subscriberHome } from "#/testing/server.ts";

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

it("a break disables the button that generates predictions", async () => {
  subscriberHome();
  answerGet("/api/guardrails", { ...noGuardrails, timeOutUntil: ends });
  renderApp("/");
  await screen.findByRole("heading", { name: "You're on a break" });
  const generate = screen.getByRole("button", { name: "Generate Prediction" });
  expect(generate).toHaveProperty("disabled", true);
});
