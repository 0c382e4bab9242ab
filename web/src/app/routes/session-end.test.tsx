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
  refusal,
  signedIn,
  subscriberHome,
} from "#/testing/server.ts";

type App = ReturnType<typeof renderApp>;

const elevenMinutesMs = 11 * 60_000;
const note = /^Your session has ended\./;
const signedOut = [refusal("Please sign in.", "session.required"), { status: 401 }] as const;

const signInAs = async ({ user }: App, person = aUser()) => {
  answerPost("/api/login", person);
  signedIn(person);
  await fill("Username", person.username);
  await fill("Password", "Secret123");
  await user.click(screen.getByRole("button", { name: "Sign In" }));
};

beforeEach(() => subscriberHome());

describe("a session that has ended by itself", () => {
  it("is said at the next press, and signing in leads back to the page with its filters", async () => {
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

  it("leads an admin to the sign-in screen and back to the tab", async () => {
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

  it("leaves nothing of its user to whoever signs in next", async () => {
    const list = answerGet("/api/predictions", aHistory({ predictions: [anEntry()] }));
    const app = renderApp("/history");
    await screen.findByRole("table", { name: "My predictions" });
    await app.user.click(screen.getByRole("link", { name: "How It Works" }));
    const requested = list.count;
    signedIn(null);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + elevenMinutesMs });
    await app.user.click(screen.getByRole("link", { name: "My predictions" }));
    expect(await screen.findByText(note)).toBeTruthy();
    const next = answerGet("/api/predictions", aHistory());
    await signInAs(app, aUser({ id: "u2", username: "jonas" }));
    expect(await screen.findByRole("heading", { name: "No predictions yet" })).toBeTruthy();
    expect([list.count, next.count]).toEqual([requested, 1]);
  });
});

it("who logs out and in again is told nothing and lands on the home", async () => {
  answerPost("/api/logout", {});
  const app = renderApp("/terms");
  await app.user.click(await screen.findByRole("button", { name: "Logout" }));
  await screen.findByRole("heading", { name: "Sign in to Orbline" });
  expect(screen.queryByText(note)).toBeNull();
  await signInAs(app);
  await waitFor(() => expect(app.address()).toBe("/"));
});

it("who follows a link to a page of their own signs in and is there, with its filters", async () => {
  signedIn(null);
  const app = renderApp("/history?result=lost");
  await screen.findByRole("heading", { name: "Sign in to Orbline" });
  expect(app.address()).toBe("/auth?result=lost");
  expect(screen.queryByText(note)).toBeNull();
  await signInAs(app);
  await waitFor(() => expect(app.address()).toBe("/history?result=lost"));
});

it("who logs out on a page of their own and in again lands on the home", async () => {
  answerPost("/api/logout", {});
  const app = renderApp("/history");
  await app.user.click(await screen.findByRole("button", { name: "Logout" }));
  expect(await screen.findByText("Logged out")).toBeTruthy();
  await waitFor(() => expect(app.address()).toBe("/auth"));
  await signInAs(app);
  await waitFor(() => expect(app.address()).toBe("/"));
});

describe("while nobody can say who is signed in", () => {
  const down = () =>
    answerGet("/api/user", refusal("The service is away.", "unavailable"), { status: 503 });

  it("the sign-in screen says so, and asking again leads back to the page", async () => {
    const requested = down();
    const app = renderApp("/history?result=lost");
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain("We could not check whether you are signed in.");
    expect(requested.count).toBe(1);
    signedIn(aUser());
    await app.user.click(screen.getByRole("button", { name: "Try Again" }));
    await waitFor(() => expect(app.address()).toBe("/history?result=lost"));
  });

  it("a public page takes them for a visitor until the next page that they go to", async () => {
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

  it("the way to the sign-in screen leads on whoever is found to be signed in", async () => {
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
  ])("an admin on %s is told neither of denial nor of no such page", async (path, heading) => {
    down();
    answerGet("/api/admin/users/subscriptions", []);
    answerGet("/api/stripe-diagnostic-pro", { reachable: true, mode: "live" });
    const app = renderApp(path);
    await screen.findByRole("button", { name: "Try Again" });
    expect(screen.queryByText(/^Access Denied|^404/)).toBeNull();
    signedIn(anAdmin());
    await app.user.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await screen.findByRole("heading", { level: 1, name: heading })).toBeTruthy();
  });
});
