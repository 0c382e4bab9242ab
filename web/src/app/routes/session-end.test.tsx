import { screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { anEntry } from "#/testing/predictions.ts";
import { fill, renderApp } from "#/testing/render-app.tsx";
import {
  aHistory,
  anAdmin,
  answerGet,
  answerPost,
  aUser,
  holdBack,
  refusal,
  signedIn,
  subscriberHome,
} from "#/testing/server.ts";

type App = ReturnType<typeof renderApp>;

const elevenMinutesMs = 11 * 60_000;
const note = /^Your session has ended\./;
const signedOut = [refusal("Please sign in.", "session.required"), { status: 401 }] as const;

async function signInAs({ user }: App, person = aUser()) {
  answerPost("/api/login", person);
  signedIn(person);
  await fill("Username", person.username);
  await fill("Password", "Secret123");
  await user.click(screen.getByRole("button", { name: "Sign In" }));
}

beforeEach(() => subscriberHome());

describe("a session that has ended", () => {
  it("explains the ended session at the next click and returns to the page with its filters", async () => {
    const app = renderApp("/history?result=lost");
    const sport = await screen.findByRole("combobox", { name: "Sport" });
    answerGet("/api/predictions", ...signedOut);
    await app.user.selectOptions(sport, "UFC");
    expect(await screen.findByText(note)).toBeTruthy();
    expect(app.address()).toMatch(/^\/auth\?/);
    answerGet("/api/predictions", aHistory());
    await signInAs(app);
    await waitFor(() => expect(app.address()).toBe("/history?sport=ufc&result=lost"));
  });

  it("sends an admin to the sign-in screen and back to the tab", async () => {
    signedIn(anAdmin());
    const audit = { entries: [], nextCursor: null };
    answerGet("/api/admin/audit", audit);
    const app = renderApp("/admin?tab=audit");
    await screen.findByRole("heading", { name: "No entries" });
    answerGet("/api/admin/audit", ...signedOut);
    await app.user.click(screen.getByRole("button", { name: "Refresh" }));
    expect(await screen.findByText(note)).toBeTruthy();
    answerGet("/api/admin/audit", audit);
    await signInAs(app, anAdmin());
    await waitFor(() => expect(app.address()).toBe("/admin?tab=audit"));
  });

  it("shows the next user none of the last user's data", async () => {
    const list = answerGet("/api/predictions", aHistory({ predictions: [anEntry()] }));
    const app = renderApp("/history");
    await screen.findByRole("table", { name: "My predictions" });
    await app.user.click(screen.getByRole("link", { name: "How It Works" }));
    const requested = list.count;
    signedIn(null);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + elevenMinutesMs });
    await app.user.click(screen.getAllByRole("link", { name: "My predictions" })[0]!);
    expect(await screen.findByText(note)).toBeTruthy();
    const next = answerGet("/api/predictions", aHistory());
    await signInAs(app, aUser({ id: "u2", username: "jonas" }));
    expect(await screen.findByRole("heading", { name: "No predictions yet" })).toBeTruthy();
    expect([list.count, next.count]).toEqual([requested, 1]);
  });
});

it("opens the home page without a note after a logout and a login", async () => {
  answerPost("/api/logout", {});
  const app = renderApp("/terms");
  await app.user.click(await screen.findByRole("button", { name: "Logout" }));
  await screen.findByRole("heading", { name: "Sign in to Orbline" });
  expect(screen.queryByText(note)).toBeNull();
  await signInAs(app);
  await waitFor(() => expect(app.address()).toBe("/"));
});

it("returns to the linked page with its filters after the login", async () => {
  signedIn(null);
  const app = renderApp("/history?result=lost");
  await screen.findByRole("heading", { name: "Sign in to Orbline" });
  expect(app.address()).toBe("/auth?result=lost");
  expect(screen.queryByText(note)).toBeNull();
  await signInAs(app);
  await waitFor(() => expect(app.address()).toBe("/history?result=lost"));
});

it("opens the home page after a logout on a protected page and a login", async () => {
  answerPost("/api/logout", {});
  const app = renderApp("/history");
  await app.user.click(await screen.findByRole("button", { name: "Logout" }));
  expect(await screen.findByText("Logged out")).toBeTruthy();
  await waitFor(() => expect(app.address()).toBe("/auth"));
  await signInAs(app);
  await waitFor(() => expect(app.address()).toBe("/"));
});

describe("while the user query fails", () => {
  const down = () =>
    answerGet("/api/user", refusal("The service is away.", "unavailable"), { status: 503 });

  it("shows the failure on the sign-in screen and returns to the page after a retry", async () => {
    const requested = down();
    const app = renderApp("/history?result=lost");
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain("We couldn't check whether you're signed in.");
    expect(requested.count).toBe(1);
    signedIn(aUser());
    await app.user.click(screen.getByRole("button", { name: "Try Again" }));
    await waitFor(() => expect(app.address()).toBe("/history?result=lost"));
  });

  it("shows a public page as for a visitor and retries on the next page", async () => {
    const requested = down();
    const { user } = renderApp("/terms");
    await screen.findByRole("link", { name: "Login" });
    expect(requested.count).toBe(1);
    const answered = signedIn(aUser());
    await user.click(screen.getByRole("link", { name: "Privacy" }));
    expect(await screen.findByRole("button", { name: "Logout" })).toBeTruthy();
    expect(screen.queryByRole("link", { name: "Login" })).toBeNull();
    expect(answered.count).toBe(1);
  });

  it("redirects from the sign-in screen when a retry finds the signed-in user", async () => {
    down();
    const app = renderApp("/terms");
    const login = await screen.findByRole("link", { name: "Login" });
    signedIn(aUser());
    await app.user.click(login);
    await waitFor(() => expect(app.address()).toBe("/"));
    expect(await screen.findByRole("button", { name: "Logout" })).toBeTruthy();
  });

  it.each([
    ["/admin", "Admin"],
    ["/test-checkout", "Test Checkout"],
  ])("shows an admin on %s neither a denial nor the not-found page", async (path, heading) => {
    down();
    answerGet("/api/admin/users/subscriptions", []);
    answerGet("/api/stripe-diagnostic-pro", { reachable: true, mode: "live" });
    holdBack("/api/admin/overview");
    holdBack("/api/admin/dead-letters");
    const app = renderApp(path);
    await screen.findByRole("button", { name: "Try Again" });
    expect(screen.queryByText(/^Access Denied|^404/)).toBeNull();
    signedIn(anAdmin());
    await app.user.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await screen.findByRole("heading", { level: 1, name: heading })).toBeTruthy();
  });
});
