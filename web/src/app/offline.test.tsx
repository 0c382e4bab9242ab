import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { notify } from "#/stores/toast-store.ts";
import { renderApp } from "#/testing/render-app.tsx";
import { answerGet, refusal, signedIn } from "#/testing/server.ts";
import { aPerformance } from "#/testing/performance.ts";

const withheldFile = "./routes/how-it-works.tsx";

/** Takes the network away or returns it, as the browser reports it. */
const setOnline = (isOnline: boolean) =>
  act(async () => {
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(isOnline);
    window.dispatchEvent(new Event(isOnline ? "online" : "offline"));
  });

afterEach(() => {
  vi.doUnmock(withheldFile);
});

const strip = "You're offline. We'll reconnect automatically.";

it("says that the browser is offline until it is online again", async () => {
  signedIn(null);
  renderApp("/terms");
  await screen.findByRole("heading", { name: "Terms of Service" });
  expect(screen.queryByText(strip)).toBeNull();
  await setOnline(false);
  expect(screen.getByText(strip).closest("[role=status]")).toBeTruthy();
  await setOnline(true);
  expect(screen.queryByText(strip)).toBeNull();
});

it("repeats a query that failed without a network as soon as there is one", async () => {
  signedIn(null);
  answerGet("/api/model-performance", refusal("down"), { status: 503 });
  renderApp("/record");
  await screen.findByText("The record did not load");
  await setOnline(false);
  answerGet("/api/model-performance", aPerformance());
  await setOnline(true);
  await waitFor(() => expect(screen.queryByText("The record did not load")).toBeNull());
});

it("reloads a page whose files did not load as soon as there is a network", async () => {
  vi.doMock(withheldFile, () => {
    throw new TypeError("Failed to fetch dynamically imported module");
  });
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  signedIn(null);
  const { reloaded } = renderApp("/how-it-works");
  await screen.findByText("This page didn't load", {}, { timeout: 3_000 });
  await setOnline(false);
  expect(reloaded).not.toHaveBeenCalled();
  await setOnline(true);
  expect(reloaded).toHaveBeenCalledTimes(1);
});

it("removes the toast of a failure on the next page and keeps the one of a success", async () => {
  signedIn(null);
  const { user } = renderApp("/terms");
  await screen.findByRole("heading", { name: "Terms of Service" });
  act(() => notify({ title: "Login failed", kind: "error" }));
  await screen.findByText("Login failed");
  await user.click(screen.getByRole("link", { name: "Privacy" }));
  await screen.findByRole("heading", { name: "Privacy Policy" });
  await waitFor(() => expect(screen.queryByText("Login failed")).toBeNull());
  act(() => notify({ title: "Saved", kind: "success" }));
  await screen.findByText("Saved");
  await user.click(screen.getByRole("link", { name: "Terms" }));
  await screen.findByRole("heading", { name: "Terms of Service" });
  expect(screen.getByText("Saved")).toBeTruthy();
});
