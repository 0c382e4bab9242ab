import { screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { fill, renderApp } from "#/testing/render-app.tsx";
import { answerGet, answerPost, aStatus, aUser, signedIn } from "#/testing/server.ts";

/** Waits until the focus handling is loaded. */
const expectFocus = (element: () => HTMLElement) =>
  waitFor(() => expect(document.activeElement).toBe(element()));

const button = (name: string) => screen.getByRole("button", { name });
const content = () => screen.getByRole("main");

describe("the keyboard of a visitor", () => {
  beforeEach(() => signedIn(null));

  const press = async (user: ReturnType<typeof renderApp>["user"], name: string) => {
    (await screen.findByRole("button", { name })).focus();
    await user.keyboard("{Enter}");
  };

  it("moves the focus to the tab that a button leads to", async () => {
    const { user } = renderApp("/auth");
    await press(user, "Register");
    await expectFocus(() => screen.getByRole("tab", { name: "Register" }));
    await press(user, "Sign in");
    await expectFocus(() => screen.getByRole("tab", { name: "Login" }));
  });

  it("moves the focus to the content when the focused element is removed", async () => {
    answerPost("/api/password/forgot", { accepted: true }, { status: 202 });
    const { user } = renderApp("/forgot-password");
    await fill("Email", "maria@example.com");
    await press(user, "Send link");
    await screen.findByText("Check your email");
    await expectFocus(content);
  });

  it("leaves the focus alone when the user has left the element", async () => {
    const { user } = renderApp("/auth");
    (await screen.findByRole("button", { name: "Sign In" })).focus();
    button("Sign In").blur();
    await user.click(screen.getByRole("heading", { level: 1 }));
    await user.click(await screen.findByRole("button", { name: "Use the light theme" }));
    button("Use the dark theme").blur();
    expect(document.activeElement).toBe(document.body);
  });
});

it("returns the focus from a dialog to its opener, or to the content if the opener is gone", async () => {
  const active = { ...aStatus("active"), plan: "monthly", periodEnd: "2026-12-12T09:43:00Z" };
  signedIn(aUser());
  answerGet("/api/subscription/status", active);
  answerGet("/api/invoices", { invoices: [] });
  answerGet("/api/sessions", { sessions: [] });
  answerGet("/api/second-factor", { secondFactor: null, passkeys: [] });
  answerPost("/api/subscription/cancel", { ...active, cancelAtPeriodEnd: true });
  const { user } = renderApp("/account");
  await user.click(await screen.findByRole("button", { name: "Cancel plan" }));
  // A dialog returns the focus once it has taken it, one frame after it appears.
  await screen.findByRole("alertdialog");
  await expectFocus(() => button("Close"));
  await user.click(button("Close"));
  await expectFocus(() => button("Cancel plan"));
  await user.click(button("Cancel plan"));
  await screen.findByRole("alertdialog");
  await expectFocus(() => button("Close"));
  await user.click(screen.getAllByRole("button", { name: "Cancel plan" }).at(-1) ?? content());
  await screen.findByRole("button", { name: "Resume plan" });
  await expectFocus(content);
});
