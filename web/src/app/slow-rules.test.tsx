import { screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { renderApp } from "#/testing/render-app.tsx";
import { answerGet, aStatus, aUser, signedIn } from "#/testing/server.ts";

const rulesFile = "@hookform/resolvers/zod";

afterEach(() => vi.doUnmock(rulesFile));

const visitor = () => signedIn(null);
const user = () => {
  signedIn(aUser());
  answerGet("/api/subscription/status", aStatus("none"));
  answerGet("/api/invoices", { invoices: [] });
  answerGet("/api/sessions", { sessions: [] });
};
const withoutEmail = () => signedIn(aUser({ email: null }));

/** Every form whose rules load when it is sent: who, where, the dialog's opener, its button, what that says. */
const forms = [
  [visitor, "/auth", "", "Sign In", "Authenticating..."],
  [withoutEmail, "/auth?subscribe=true", "", "Save and see the plans", "Saving..."],
  [visitor, "/forgot-password", "", "Send link", "Sending..."],
  [visitor, "/waitlist", "", "Join the waitlist", "Joining..."],
  [visitor, "/reset-password?token=rst_1", "", "Save password", "Saving..."],
  [visitor, "/waitlist/convert?token=wtl_1", "", "Open account", "Opening..."],
  [visitor, "/production-signup", "", "Create Account & Checkout", "Processing..."],
  [visitor, "/production-signup", "", "Production Site Checkout", "Processing..."],
  [visitor, "/integrated-monthly-checkout", "", "Create Account & Checkout", "Processing..."],
  [user, "/account", "Change email or phone", "Save changes", "Saving..."],
  [user, "/account", "Change password", "Save password", "Saving..."],
  [user, "/account", "Delete account", "Delete my account", "Deleting..."],
] as const;

it.each(forms)(
  "$1: busy at once while the rules of a form are on their way: $3",
  async (...row) => {
    const [who, address, opener, button, busy] = row;
    const { promise: come, resolve } = Promise.withResolvers<void>();
    vi.doMock(rulesFile, async (original) => {
      await come;
      return original();
    });
    who();
    const { user: person } = renderApp(address);
    if (opener) await person.click(await screen.findByRole("button", { name: opener }));
    await person.click(await screen.findByRole("button", { name: button }));
    const pressed = screen.getByRole<HTMLButtonElement>("button", { name: busy });
    expect([pressed.disabled, pressed.getAttribute("aria-busy")]).toEqual([true, "true"]);
    resolve();
    expect(await screen.findByRole("button", { name: button })).toBeTruthy();
    expect(screen.queryByRole("button", { name: busy })).toBeNull();
  },
);
