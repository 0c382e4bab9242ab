import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { dayAndTime } from "#/lib/format.ts";
import { renderApp } from "#/testing/render-app.tsx";
import { answerGet, noGuardrails, subscriberHome } from "#/testing/server.ts";

it.each(["/", "/check"])("a break is announced on %s before a request is refused", async (path) => {
  subscriberHome();
  answerGet("/api/guardrails", { ...noGuardrails, timeOutUntil: "2026-11-28T12:00:00Z" });
  renderApp(path);
  const until = dayAndTime("2026-11-28T12:00:00Z");
  const text = `You are taking a break until ${until}. Until then you get no predictions and no price checks.`;
  expect((await screen.findByText(new RegExp(text))).textContent).toBe(`${text} Your guardrails`);
});
