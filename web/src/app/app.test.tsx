import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { notify, useToastStore } from "#/stores/toast-store.ts";
import { renderApp, untilSaid } from "#/testing/render-app.tsx";
import { aPerformance } from "#/testing/performance.ts";
import {
  anAdmin,
  answerGet,
  answerPost,
  aStatus,
  aUser,
  holdBack,
  refusal,
  server,
  signedIn,
  subscriberHome,
} from "#/testing/server.ts";
import { http, HttpResponse } from "msw";

/** Holds timers of this delay until the test releases them. */
function holdTimers(heldMs: number) {
  const { setTimeout: begin } = globalThis;
  const held: (() => void)[] = [];
  const hold = (work: () => void, ms?: number, ...values: unknown[]) =>
    ms === heldMs ? held.push(work) : begin(work, ms, ...values);
  vi.spyOn(globalThis, "setTimeout").mockImplementation(hold as never);
  return { pass: () => act(() => held.forEach((work) => work())) };
}

describe("the page frame", () => {
  it("redirects a visitor from / to /auth and keeps the query string", async () => {
    signedIn(null);
    const app = renderApp("/?ref=northside&plan=trial");
    await waitFor(() => expect(app.address()).toBe("/auth?ref=northside&plan=trial"));
  });

  it("treats the user as signed out when the user query fails", async () => {
    server.use(http.get("*/api/user", () => HttpResponse.json(refusal("down"), { status: 503 })));
    const app = renderApp("/");
    await waitFor(() => expect(app.address()).toBe("/auth"));
  });

  it("scrolls to the top, focuses the content and announces the name after a navigation", async () => {
    signedIn(null);
    const scrolled = vi.spyOn(window, "scrollTo").mockImplementation(() => undefined);
    const { user } = renderApp("/terms");
    const content = () => document.activeElement === screen.getByRole("main");
    const spoken = () => document.querySelector("[aria-live=polite]")?.textContent;
    await screen.findByRole("heading", { level: 1, name: "Terms of Service" });
    expect([content(), scrolled.mock.calls.length, spoken()]).toEqual([false, 0, ""]);
    await user.click(screen.getByRole("link", { name: "Responsible gaming" }));
    await screen.findByRole("heading", { level: 1, name: "Responsible gaming" });
    await waitFor(() => expect(spoken()).toBe("Responsible gaming"));
    expect([content(), scrolled.mock.calls]).toEqual([true, [[{ top: 0, behavior: "instant" }]]]);
  });

  it("shows the not-found page for an unknown path", async () => {
    signedIn(null);
    const { user } = renderApp("/no-such-page");
    expect(await screen.findByRole("heading", { name: "404 Page Not Found" })).toBeTruthy();
    const content = within(screen.getByRole("main"));
    await user.click(content.getByRole("button", { name: "Search" }));
    await user.type(await screen.findByRole("combobox", { name: /^Search pages/ }), "{Escape}");
    expect(content.getByRole("link", { name: "Price check" }).getAttribute("href")).toBe("/check");
    expect(screen.getByText(/^There's no page at this address\./)).toBeTruthy();
    const hint = screen.getByText("Did you forget to add the page to the router?");
    expect(hint.parentElement?.textContent).toMatch(/^For developers: /);
  });

  it("labels the picture of the welcome page as an illustration", async () => {
    signedIn(null);
    answerGet("/api/model-performance", aPerformance());
    renderApp("/welcome");
    expect(await screen.findByText(/^Illustration: /)).toBeTruthy();
  });

  it("shows the cancel link and the logout button to signed-in users only", async () => {
    signedIn(null);
    renderApp("/terms");
    await screen.findByRole("link", { name: "Login" });
    expect(screen.queryByRole("link", { name: "Cancel subscription" })).toBeNull();
    expect(screen.queryByRole("link", { name: "Admin" })).toBeNull();
  });

  const linksOf = (name: string) =>
    within(screen.getByRole("navigation", { name }))
      .getAllByRole("link")
      .map((link) => link.textContent);

  it("leads a visitor to the record, the prices, the sign-in and the trial", async () => {
    signedIn(null);
    const { user, address } = renderApp("/terms");
    await screen.findByRole("link", { name: "Login" });
    expect(linksOf("Main")).toEqual(["How It Works", "Price check", "Record", "Pricing"]);
    expect(screen.queryByRole("navigation", { name: "Sections" })).toBeNull();
    await user.click(screen.getByRole("link", { name: "Start free trial" }));
    await waitFor(() => expect(address()).toBe("/subscription?plan=trial"));
  });

  it("leads a user to every part of the product and marks the current one", async () => {
    signedIn(aUser());
    holdBack("/api/slate");
    holdBack("/api/subscription/status");
    renderApp("/slate");
    await screen.findByRole("button", { name: "Logout" });
    expect(linksOf("Main")).toEqual([
      "Predict",
      "Games",
      "Price check",
      "My predictions",
      "Record",
      "How It Works",
    ]);
    expect(linksOf("Sections")).toEqual(["Predict", "Games", "My predictions", "Account"]);
    const current = screen.getAllByRole("link", { current: "page" });
    expect(current.map((link) => link.textContent)).toEqual(["Games", "Games"]);
  });

  it("opens the tools of admins from one name and closes them by Escape", async () => {
    signedIn(anAdmin());
    const { user } = renderApp("/terms");
    const name = await screen.findByText("Admin tools");
    const tools = name.closest("details");
    expect(tools?.open).toBe(false);
    await user.click(name);
    expect(tools?.open).toBe(true);
    expect(within(tools!).getAllByRole("link")).toHaveLength(4);
    await user.keyboard("[Escape]");
    expect(tools?.open).toBe(false);
    expect(document.activeElement).toBe(name.closest("summary"));
  });

  it("has account, plan, theme and logout in the menu of the user", async () => {
    signedIn(aUser());
    answerGet("/api/subscription/status", aStatus("none"));
    answerGet("/api/invoices", { invoices: [] });
    answerGet("/api/sessions", { sessions: [] });
    answerGet("/api/second-factor", { secondFactor: null, passkeys: [] });
    const { user } = renderApp("/terms");
    const name = await screen.findByText("maria_k");
    const menu = name.closest("details");
    await user.click(name);
    expect(menu?.open).toBe(true);
    const entries = within(menu!);
    expect(entries.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual([
      "/account",
      "/account#plan",
    ]);
    await user.click(entries.getByRole("button", { name: "Use the light theme" }));
    expect(document.documentElement.className).toBe("light");
    await user.click(entries.getByRole("button", { name: "Use the dark theme" }));
    expect(entries.getByRole("button", { name: "Logout" })).toBeTruthy();
    await user.click(entries.getByRole("link", { name: "Account" }));
    await waitFor(() => expect(name.closest("details")?.isConnected).toBe(false));
  });

  it("shows the admin links to admins", async () => {
    signedIn(aUser({ username: "admin_ines", role: "admin" }));
    renderApp("/terms");
    expect(await screen.findByRole("link", { name: "Admin" })).toBeTruthy();
    expect(screen.getByRole("link", { name: "Cancel subscription" })).toBeTruthy();
  });

  it("clears the user at once on logout, even if the call fails, and leads to /auth", async () => {
    subscriberHome();
    answerPost("/api/logout", refusal("down"), { status: 503 });
    const app = renderApp("/terms");
    const button = await screen.findByRole("button", { name: "Logout" });
    const moment = holdTimers(100);
    await app.user.click(button);
    expect(screen.queryByRole("button", { name: "Logout" })).toBeNull();
    expect(app.address()).toBe("/terms");
    moment.pass();
    await waitFor(() => expect(app.address()).toBe("/auth"));
    expect(await screen.findByText("Logged out")).toBeTruthy();
  });

  it("changes and stores the theme with the theme button", async () => {
    signedIn(null);
    const bars = document.createElement("meta");
    bars.name = "theme-color";
    document.head.append(bars);
    const { user } = renderApp("/terms");
    await user.click(await screen.findByRole("button", { name: "Use the light theme" }));
    expect(document.documentElement.className).toBe("light");
    expect(bars.content).toBe("#F4F6F8");
    expect(localStorage.getItem("orbline.theme")).toBe("light");
    await user.click(screen.getByRole("button", { name: "Use the dark theme" }));
    expect(bars.content).toBe("#06080B");
    bars.remove();
    expect(document.documentElement.className).toBe("dark");
  });

  it("follows the system's theme until the user chooses one", async () => {
    signedIn(null);
    const system = Object.assign(new EventTarget(), { matches: true });
    vi.stubGlobal("matchMedia", () => system);
    const { user } = renderApp("/terms");
    await screen.findByRole("button", { name: "Use the light theme" });
    act(() => void system.dispatchEvent(new Event("change")));
    expect(document.documentElement.className).toBe("light");
    await user.click(screen.getByRole("button", { name: "Use the dark theme" }));
    act(() => void system.dispatchEvent(new Event("change")));
    expect(document.documentElement.className).toBe("dark");
    vi.unstubAllGlobals();
  });

  it("follows a theme change in another tab", async () => {
    signedIn(null);
    renderApp("/terms");
    await screen.findByRole("button", { name: "Use the light theme" });
    const choose = (newValue: string) =>
      act(() => {
        globalThis.dispatchEvent(new StorageEvent("storage", { key: "orbline.theme", newValue }));
      });
    choose("light");
    expect(document.documentElement.className).toBe("light");
    expect(await screen.findByRole("button", { name: "Use the dark theme" })).toBeTruthy();
    choose("blue");
    expect(document.documentElement.className).toBe("light");
    choose("dark");
    expect(document.documentElement.className).toBe("dark");
  });
});

describe("toasts", () => {
  const openPage = async () => {
    signedIn(null);
    const app = renderApp("/terms");
    await screen.findByRole("heading", { name: "Terms of Service" });
    return app;
  };

  it("replaces the current toast by a new one", async () => {
    await openPage();
    act(() => notify({ title: "First" }));
    expect(await screen.findByText("First")).toBeTruthy();
    act(() => notify({ title: "Second" }));
    expect(await screen.findByText("Second")).toBeTruthy();
    expect(screen.queryByText("First")).toBeNull();
  });

  it("closes a toast five seconds after it appeared", async () => {
    await openPage();
    act(() => notify({ title: "Warm-up" }));
    await screen.findByText("Warm-up");
    vi.useFakeTimers();
    act(() => notify({ title: "Timed" }));
    await untilSaid("Timed");
    await act(() => vi.advanceTimersByTimeAsync(4900));
    expect(screen.queryByText("Timed")).not.toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(200));
    expect(screen.queryByText("Timed")).toBeNull();
  });

  it("starts without the toast of an earlier page", async () => {
    await openPage();
    act(() => notify({ title: "Of before" }));
    await screen.findByText("Of before");
    cleanup();
    useToastStore.setState({ toast: undefined });
    const { user } = await openPage();
    await user.click(screen.getByRole("heading", { name: "Terms of Service" }));
    await waitFor(() => expect(document.querySelector("[data-scope=toast]")).not.toBeNull());
    expect(screen.queryByText("Of before")).toBeNull();
  });

  const swipe = (by: number) => {
    const toast = screen.getByText("Swiped").closest("[data-scope=toast][data-part=root]");
    if (!(toast instanceof HTMLElement)) throw new Error("no toast");
    toast.setPointerCapture = () => undefined;
    fireEvent.pointerDown(toast, { clientX: 100, pointerId: 1 });
    fireEvent.pointerMove(toast, { clientX: 100 + by, pointerId: 1 });
    fireEvent.pointerUp(toast, { clientX: 100 + by, pointerId: 1 });
  };

  it("closes a toast after a swipe of 50 px to the right and keeps it after 49 px", async () => {
    await openPage();
    act(() => notify({ title: "Swiped" }));
    await screen.findByText("Swiped");
    swipe(49);
    swipe(-200);
    expect(screen.queryByText("Swiped")).not.toBeNull();
    swipe(50);
    await waitFor(() => expect(screen.queryByText("Swiped")).toBeNull());
  });

  it("focuses the toasts with F8 when that is the first key on the page", async () => {
    const { user } = await openPage();
    await user.keyboard("[F8]");
    await waitFor(() => expect(document.activeElement?.matches("[data-part=group]")).toBe(true));
  });

  it("focuses the toasts with F8 and closes a toast with Esc", async () => {
    const { user } = await openPage();
    act(() => notify({ title: "Focus me" }));
    await screen.findByText("Focus me");
    await user.keyboard("[F8]");
    const region = screen.getByText("Focus me").closest("[data-part=group]");
    await waitFor(() => expect(region?.contains(document.activeElement)).toBe(true));
    screen.getByRole("button", { name: "Close notification" }).focus();
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByText("Focus me")).toBeNull());
  });
});

describe("the signed-out home", () => {
  beforeEach(() => {
    signedIn(null);
    answerGet("/api/model-performance", aPerformance());
  });

  it("shows the title, the lead, the trial and the three other ways to pay on the welcome page", async () => {
    renderApp("/welcome");
    expect(await screen.findByRole("heading", { name: "PREDICT WITH PRECISION" })).toBeTruthy();
    expect(
      screen.getByText("Advanced AI-powered sports betting intelligence system."),
    ).toBeTruthy();
    for (const [name, href] of [
      ["Start free trial", "/subscription?plan=trial"],
      ["Complete Signup", "/production-signup"],
      ["Integrated Checkout", "/integrated-checkout"],
      ["Quick Checkout", "/space-fix-checkout"],
    ] as const)
      expect(screen.getByRole("link", { name }).getAttribute("href")).toBe(href);
  });

  it("folds the other ways to sign up away", async () => {
    renderApp("/welcome");
    const ways = await screen.findByText("Other ways to sign up");
    expect(ways.closest("details")?.open).toBe(false);
    expect(ways.closest("details")?.textContent).toContain("Sign up and subscribe");
  });

  it("links the welcome page to each way to sign up once", async () => {
    renderApp("/welcome");
    await screen.findByText("Other ways to sign up");
    const page = within(screen.getByRole("main"));
    const paths = page.getAllByRole("link").map((link) => link.getAttribute("href") ?? "");
    // The pick and the figures beside it both lead to the record.
    const ways = paths.filter((path) => !path.startsWith("/api/") && path !== "/record");
    expect(ways.toSorted()).toEqual([...new Set(ways)].toSorted());
  });

  it("opens the diagnostic responses in a new tab, from links that are folded away", async () => {
    const { user } = renderApp("/welcome");
    const tools = await screen.findByText("Diagnostic tools");
    expect(tools.closest("details")?.open).toBe(false);
    await user.click(tools);
    expect(tools.closest("details")?.open).toBe(true);
    for (const [name, href] of [
      [/^Price ids/, "/api/production-price-ids"],
      [/^Verify price ids/, "/api/verify-price-ids"],
      [/^Provider status/, "/api/stripe-diagnostic-pro"],
    ] as const) {
      const link = screen.getByRole("link", { name });
      expect([link.getAttribute("href"), link.getAttribute("target")]).toEqual([href, "_blank"]);
    }
  });

  it("shows the pick that was settled last beside the figures of the record, without its tables", async () => {
    renderApp("/welcome");
    expect(await screen.findByText("We said: loses 74.8% of the time.")).toBeTruthy();
    expect(screen.getByRole("heading", { name: "The latest settled pick" })).toBeTruthy();
    expect(screen.getByText(/^We said 28\.5% of these predictions would win/)).toBeTruthy();
    expect(screen.getByRole("link", { name: "See the full record" })).toBeTruthy();
    expect(within(screen.getByRole("main")).queryByRole("table")).toBeNull();
  });

  it("shows the figures of the record alone while no pick is settled", async () => {
    answerGet("/api/model-performance", aPerformance({ lastSettled: null }));
    renderApp("/welcome");
    expect(await screen.findByRole("link", { name: "See the full record" })).toBeTruthy();
    expect(screen.queryByRole("heading", { name: "The latest settled pick" })).toBeNull();
  });

  it("shows the rest of the welcome page when the record does not load", async () => {
    answerGet("/api/model-performance", refusal("down"), { status: 503 });
    renderApp("/welcome");
    expect(await screen.findByRole("alert")).toBeTruthy();
    expect(screen.getByRole("heading", { name: "PREDICT WITH PRECISION" })).toBeTruthy();
  });
});
