import { act, screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { afterEach, expect, it, vi } from "vitest";
import { saveOffline } from "#/lib/offline-data.ts";
import { anEntry } from "#/testing/predictions.ts";
import { renderApp } from "#/testing/render-app.tsx";
import { server, signedIn, subscriberHome } from "#/testing/server.ts";

/** The browser's caches, which the test environment lacks. */
const fakeCaches = () => {
  const stored = new Map<string, Response>();
  vi.stubGlobal("caches", {
    open: () =>
      Promise.resolve({
        put: (key: string, response: Response) => Promise.resolve(stored.set(key, response)),
      }),
    match: (key: string) => Promise.resolve(stored.get(key)?.clone()),
    delete: () => Promise.resolve(stored.clear()),
  });
  return stored;
};
afterEach(() => vi.unstubAllGlobals());

it("shows the saved predictions with their age", async () => {
  const stored = fakeCaches();
  const savedAt = new Date(Date.now() - 5 * 60_000).toISOString();
  await saveOffline({ savedAt, predictions: [anEntry({ profit: 105 })] });
  // Without a network nobody knows whether the session still exists.
  server.use(http.get("*/api/user", () => HttpResponse.error()));
  renderApp("/offline");
  expect(await screen.findByText("5 min ago")).toBeTruthy();
  expect(screen.getByText("+$105.00")).toBeTruthy();
  expect(screen.getByText(/Results may have changed since/)).toBeTruthy();
  const [row] = within(screen.getByRole("main")).getAllByRole("listitem");
  expect(row?.textContent).toMatch(/NBA · Moderate · made Nov \d+/);
  expect(row?.textContent).toContain("+$105.00 if bet");
  expect(row?.textContent).toContain("$100.00 suggested");
  expect(stored.size).toBe(1);
});

const offers = () =>
  ["Login", "Start free trial"].filter((name) => screen.queryByRole("link", { name }) !== null);

it("offers a user whose session is unknown no trial without a network", async () => {
  server.use(http.get("*/api/user", () => HttpResponse.error()));
  renderApp("/terms");
  await waitFor(() => expect(offers()).toEqual(["Login", "Start free trial"]));
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event("offline")));
  expect(offers()).toEqual([]);
});

it("offers no login and no trial on the offline page, also when only the gateway is out of reach", async () => {
  server.use(http.get("*/api/user", () => HttpResponse.error()));
  renderApp("/offline");
  // The theme is in the header of a visitor, so that the user query has ended.
  await screen.findByRole("button", { name: /^Use the .* theme$/ });
  expect(offers()).toEqual([]);
});

it("shows the saved predictions above a list that did not load without a network", async () => {
  fakeCaches();
  subscriberHome();
  await saveOffline({ savedAt: new Date().toISOString(), predictions: [anEntry()] });
  server.use(http.get("*/api/predictions", () => HttpResponse.error()));
  renderApp("/history");
  await screen.findByRole("heading", { name: "The list did not load" });
  expect(screen.getByText(/Something went wrong on our end/)).toBeTruthy();
  expect(screen.queryByText("+$105.00")).toBeNull();

  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event("offline")));
  expect(screen.getByText("You're offline. This loads when you're back.")).toBeTruthy();
  expect(screen.queryByText(/Something went wrong on our end/)).toBeNull();
  await screen.findByRole("heading", { name: "Your last predictions" });
  const headings = screen.getAllByRole("heading", { level: 2 });
  expect(headings.map(({ textContent }) => textContent)).toEqual([
    "Your last predictions",
    "The list did not load",
  ]);
  expect(screen.getByText("+$105.00")).toBeTruthy();
});

it("forgets the predictions of a user whose session ended while the app was closed", async () => {
  const stored = fakeCaches();
  await saveOffline({ savedAt: new Date().toISOString(), predictions: [anEntry()] });
  signedIn(null);
  renderApp("/auth");
  await waitFor(() => expect(stored.size).toBe(0));
});

it("says that nothing is saved, also in a browser without caches", async () => {
  signedIn(null);
  renderApp("/offline");
  expect(await screen.findByRole("heading", { name: "Nothing saved yet" })).toBeTruthy();
});

it.each([
  ["/history?result=lost", "/history?result=lost"],
  ["//evil.example", "/"],
  ["https://evil.example", "/"],
  ["/\t/evil.example", "/"],
])("returns from offline to %s as %s once the gateway responds", async (from, target) => {
  signedIn(null);
  server.use(http.get("*/healthz", () => HttpResponse.json({ status: "ok" })));
  const { left } = renderApp(`/offline?from=${encodeURIComponent(from)}`);
  await screen.findByRole("heading", { name: "Nothing saved yet" });
  expect(screen.getByText(/We try to reconnect every 5 seconds/)).toBeTruthy();
  expect(left).not.toHaveBeenCalled();
  window.dispatchEvent(new Event("online"));
  await waitFor(() => expect(left).toHaveBeenCalledWith(target));
});
