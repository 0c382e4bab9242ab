import type { Preferences } from "@orbline/proto/http/identity/user";
import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { parseDisplay, useDisplay } from "#/lib/display.ts";
import { fill, renderApp } from "#/testing/render-app.tsx";
import {
  answerGet,
  answerPost,
  aStatus,
  aUser,
  refusal,
  server,
  signedIn,
} from "#/testing/server.ts";

const sessions = [
  { id: "a".repeat(64), device: "Firefox on Linux", current: true },
  { id: "b".repeat(64), device: "Safari on iPhone", current: false },
].map((session) => ({
  ...session,
  createdAt: "2026-11-01T10:00:00Z",
  lastSeenAt: "2026-11-20T10:00:00Z",
}));

beforeEach(() => {
  signedIn(aUser());
  answerGet("/api/subscription/status", aStatus("none"));
  answerGet("/api/invoices", { invoices: [] });
  answerGet("/api/sessions", { sessions });
  answerGet("/api/second-factor", { secondFactor: null, passkeys: [] });
});

describe("the display settings", () => {
  it("change the times of the page and are stored with the account", async () => {
    const stored: Preferences[] = [];
    server.use(
      http.patch<never, Preferences>("*/api/user/preferences", async ({ request }) => {
        const preferences = await request.json();
        stored.push(preferences);
        return HttpResponse.json(aUser({ preferences }));
      }),
    );
    const old = { createdAt: "2025-01-02T01:00:00Z", lastSeenAt: "2025-01-02T01:00:00Z" };
    answerGet("/api/sessions", { sessions: [{ ...sessions[1], ...old }] });
    const { user } = renderApp("/account");
    const time = await screen.findByText("Jan 2, 2025, 1:00 AM UTC");
    await user.selectOptions(screen.getByLabelText("Time zone"), "America/New York");
    expect(time.textContent).toBe("Jan 1, 2025, 8:00 PM EST");
    expect(time.title).toBe("2025-01-02 01:00 UTC");
    await user.selectOptions(screen.getByLabelText("Odds format"), "Decimal (2.50)");
    const chosen = { timeZone: "America/New_York", oddsFormat: "decimal" } as const;
    await waitFor(() => expect(stored.at(-1)).toEqual(chosen));
    // The cache of this browser serves the next first paint.
    expect(parseDisplay(localStorage.getItem("orbline.display"))).toEqual(chosen);
  });

  it("come from the account, not from what the browser showed to another one", async () => {
    useDisplay.setState({ oddsFormat: "fractional", timeZone: "Asia/Tokyo" });
    signedIn(aUser({ preferences: { oddsFormat: "decimal", timeZone: null } }));
    renderApp("/account");
    const format = await screen.findByLabelText<HTMLSelectElement>("Odds format");
    await waitFor(() => expect(format.value).toBe("decimal"));
    expect(screen.getByLabelText<HTMLSelectElement>("Time zone").value).toBe("");
  });

  it("return to what is stored when the change fails", async () => {
    server.use(
      http.patch("*/api/user/preferences", () =>
        HttpResponse.json(refusal("down"), { status: 503 }),
      ),
    );
    const { user } = renderApp("/account");
    const format = await screen.findByLabelText<HTMLSelectElement>("Odds format");
    await user.selectOptions(format, "Decimal (2.50)");
    expect(await screen.findByText("That was not saved")).toBeTruthy();
    expect(format.value).toBe("american");
  });
});

async function openDialog(button: string) {
  const app = renderApp("/account");
  await app.user.click(await screen.findByRole("button", { name: button }));
  const dialog = await screen.findByRole(/Delete/.test(button) ? "alertdialog" : "dialog");
  const press = (name: string) => app.user.click(within(dialog).getByRole("button", { name }));
  return { ...app, dialog, press };
}

function answerPatch(body: Parameters<typeof HttpResponse.json>[0], init?: ResponseInit) {
  const sent: unknown[] = [];
  server.use(
    http.patch("*/api/user", async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json(body, init);
    }),
  );
  return sent;
}

describe("the profile", () => {
  it("shows whether the email is verified and sends the link again", async () => {
    const sent = answerPost("/api/email/verify/resend", { accepted: true }, { status: 202 });
    const { user } = renderApp("/account");
    expect(await screen.findByText("not verified")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Resend verification email" }));
    expect(await screen.findByText("Check your email")).toBeTruthy();
    expect(sent).toEqual([{}]);
  });

  it("shows and saves the email in place of a guest's generated username", async () => {
    const id = "usr_0f8e2c7a4b1d4e6f9a3c250baa5537c7";
    signedIn(aUser({ id, username: "player-250baa5537c7" }));
    await openDialog("Change password");
    // Password managers store the new password under this name.
    const username = document.querySelector<HTMLInputElement>("form [autocomplete=username]");
    expect(username?.value).toBe("maria@example.com");
    expect(document.body.textContent).not.toContain("player-");
  });

  it("sends only the changed fields with the password", async () => {
    const sent = answerPatch(aUser({ newEmail: "new@example.com" }));
    const { press } = await openDialog("Change email or phone");
    await fill("Email", "New@Example.com");
    await fill("Current password", "Secret123");
    await press("Save changes");
    expect(await screen.findByText("Profile saved")).toBeTruthy();
    expect(await screen.findByText(/emailed to new@example\.com to switch to it/)).toBeTruthy();
    expect(sent).toEqual([{ currentPassword: "Secret123", email: "new@example.com" }]);
  });

  it("ends the sessions of other devices with the change if the user wants it", async () => {
    const sent = answerPatch(aUser());
    const { user, press } = await openDialog("Change email or phone");
    await fill("Phone", "3125550148");
    await fill("Current password", "Secret123");
    await user.click(screen.getByLabelText("Sign out my other devices"));
    await press("Save changes");
    expect(await screen.findByText("Profile saved")).toBeTruthy();
    expect(sent).toEqual([
      { currentPassword: "Secret123", phone: "3125550148", endOtherSessions: true },
    ]);
  });

  it("cancels the change to a new email with the current one", async () => {
    signedIn(aUser({ newEmail: "new@example.com" }));
    const sent = answerPatch(aUser());
    const { press } = await openDialog("Change email or phone");
    await fill("Email", "maria@example.com");
    await fill("Current password", "Secret123");
    await press("Save changes");
    expect(await screen.findByText("Profile saved")).toBeTruthy();
    expect(sent).toEqual([{ currentPassword: "Secret123", email: "maria@example.com" }]);
  });

  it("sends nothing when no field has changed", async () => {
    const sent = answerPatch(aUser());
    const { press } = await openDialog("Change email or phone");
    await fill("Current password", "Secret123");
    await press("Save changes");
    expect(await screen.findByText("No changes to save.")).toBeTruthy();
    expect(sent).toEqual([]);
  });

  it("keeps the form open and shows the reason when the server refuses the change", async () => {
    answerPatch(refusal("The password is wrong."), { status: 400 });
    const { press, dialog } = await openDialog("Change email or phone");
    await fill("Phone", "3125550148");
    await fill("Current password", "Wrong123");
    await press("Save changes");
    expect(await within(dialog).findByText(/The password is wrong\./)).toBeTruthy();
  });
});

describe("the password form", () => {
  it("changes the password with the current one", async () => {
    const sent = answerPost("/api/password", null);
    const { press } = await openDialog("Change password");
    // Without it, password managers store the new password for no user.
    const username = document.querySelector<HTMLInputElement>("form [autocomplete=username]");
    expect(username?.value).toBe("maria_k");
    await fill("Current password", "Secret123");
    await fill("New password", "Better456");
    await fill("Confirm password", "Better456");
    await press("Save password");
    expect(await screen.findByText("Password changed")).toBeTruthy();
    expect(screen.getByText("Every other session has ended.")).toBeTruthy();
    expect(sent).toEqual([{ currentPassword: "Secret123", newPassword: "Better456" }]);
  });

  it("refuses a new password without the current one, against the rules or repeated differently", async () => {
    const { press } = await openDialog("Change password");
    await fill("New password", "short");
    await fill("Confirm password", "other");
    await press("Save password");
    expect(await screen.findByText("Please enter your current password.")).toBeTruthy();
    expect(await screen.findByText("Password must be at least 8 characters.")).toBeTruthy();
    expect(screen.getByText("Passwords don't match")).toBeTruthy();
  });
});

describe("an account without a password", () => {
  const title = "Set a password";

  it.each(["Set a password", "Change email or phone", "Delete account"])(
    "offers the mailed link to a first password behind the button %j",
    async (button) => {
      signedIn(aUser({ hasPassword: false }));
      const sent = answerPost("/api/password/forgot", { accepted: true }, { status: 202 });
      const { user } = renderApp("/account");
      await user.click(await screen.findByRole("button", { name: button }));
      const dialog = await screen.findByRole("dialog", { name: title });
      expect(within(dialog).queryByLabelText("Current password")).toBeNull();
      await user.click(within(dialog).getByRole("button", { name: "Email me the link" }));
      const said = "A link that sets your password is on its way to maria@example.com.";
      expect(await screen.findByText(said)).toBeTruthy();
      await waitFor(() => expect(screen.queryByRole("dialog", { name: title })).toBeNull());
      expect(sent).toEqual([{ email: "maria@example.com" }]);
    },
  );

  it("shows a failure when the mail was not sent and lets the user try again", async () => {
    signedIn(aUser({ hasPassword: false }));
    answerPost("/api/password/forgot", refusal("Please try again later."), { status: 503 });
    const { user } = renderApp("/account");
    expect(await screen.findByText(/it has no password yet\./)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Change password" })).toBeNull();
    await user.click(await screen.findByRole("button", { name: title }));
    await user.click(await screen.findByRole("button", { name: "Email me the link" }));
    expect(await screen.findByText(/Please try again later\./)).toBeTruthy();
    expect(screen.getByRole("button", { name: "Email me the link" })).toBeTruthy();
  });
});

describe("the list of sessions", () => {
  it("ends another session but offers no button for this browser's session", async () => {
    const ended: string[] = [];
    server.use(
      http.delete("*/api/sessions/:id", ({ params }) => {
        ended.push(String(params["id"]));
        answerGet("/api/sessions", { sessions: sessions.slice(0, 1) });
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { user } = renderApp("/account");
    expect(await screen.findByText("this browser")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Sign out of Firefox on Linux" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Sign out of Safari on iPhone" }));
    expect(await screen.findByText("Session ended")).toBeTruthy();
    await waitFor(() => expect(screen.queryByText("Safari on iPhone")).toBeNull());
    expect(ended).toEqual(["b".repeat(64)]);
  });

  it("ends all other sessions at once", async () => {
    answerPost("/api/sessions/revoke-others", { revoked: 1 });
    const { user } = renderApp("/account");
    await user.click(await screen.findByRole("button", { name: "Sign out everywhere else" }));
    expect(await screen.findByText("1 other session has ended.")).toBeTruthy();
  });

  it("loads the sessions again after a failure", async () => {
    answerGet("/api/sessions", refusal("down"), { status: 503 });
    renderApp("/account");
    expect(await screen.findByRole("heading", { name: "Your sessions did not load" })).toBeTruthy();
  });
});

describe("the user's data", () => {
  it("are saved as a file", async () => {
    const made = vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:1");
    vi.spyOn(URL, "revokeObjectURL").mockImplementation(() => undefined);
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
    answerGet("/api/user/export", {
      exportedAt: "2026-11-21T10:00:00Z",
      identity: { users: [{ username: "maria_k" }] },
      billing: {},
      prediction: {},
      admin: {},
    });
    const { user } = renderApp("/account");
    await user.click(await screen.findByRole("button", { name: "Download my data" }));
    expect(await screen.findByText("Your data is saved")).toBeTruthy();
    expect(made).toHaveBeenCalledOnce();
  });

  it("show a failure when they cannot be collected", async () => {
    answerGet("/api/user/export", refusal("Please try again later."), { status: 503 });
    const { user } = renderApp("/account");
    await user.click(await screen.findByRole("button", { name: "Download my data" }));
    expect(await screen.findByText("Your data was not collected")).toBeTruthy();
  });

  it("stay when the password is wrong, which the field alone says", async () => {
    const message = "The current password is not correct.";
    const body = { ...refusal(message), issues: [{ path: "password", message }] };
    answerPost("/api/user/delete", body, { status: 400 });
    const { press, dialog } = await openDialog("Delete account");
    await fill("Current password", "Secret124");
    await press("Delete my account");
    expect(await within(dialog).findAllByText(message)).toHaveLength(1);
    const field = within(dialog).getByLabelText("Current password");
    expect(field.getAttribute("aria-invalid")).toBe("true");
    expect(document.activeElement).toBe(field);
  });

  it("are deleted with the password, and the user is signed out", async () => {
    const sent = answerPost("/api/user/delete", { accepted: true }, { status: 202 });
    const { press, dialog, address } = await openDialog("Delete account");
    expect(within(dialog).getByText(/This can't be undone\./)).toBeTruthy();
    await press("Delete my account");
    expect(await screen.findByText("Please enter your current password.")).toBeTruthy();
    expect(sent).toEqual([]);
    await fill("Current password", "Secret123");
    await press("Delete my account");
    await waitFor(() => expect(address()).toBe("/auth"));
    expect((await screen.findByText("Account deleted.")).closest("[role=status]")).toBeTruthy();
    for (const offer of [/FREE TRIAL/, "Start free trial", "What you'll pay, and when"])
      expect(screen.queryByText(offer)).toBeNull();
    expect(sent).toEqual([{ password: "Secret123" }]);
  });
});

describe("a signed-in user without an email who wants to subscribe", () => {
  it("asks for an email first and then opens the plans", async () => {
    signedIn(aUser({ email: null }));
    const sent = answerPatch(aUser());
    const app = renderApp("/auth?subscribe=true");
    await fill("Email", "maria@example.com");
    await fill("Current password", "Secret123");
    await app.user.click(screen.getByRole("button", { name: "Save and see the plans" }));
    await waitFor(() => expect(app.address()).toBe("/subscription"));
    expect(sent).toEqual([{ currentPassword: "Secret123", email: "maria@example.com" }]);
  });
});
