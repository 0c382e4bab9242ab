import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { notify } from "#/stores/toast-store.ts";
import { renderApp, untilSaid } from "#/testing/render-app.tsx";
import { answerPost, aPrediction, signedIn, subscriberHome } from "#/testing/server.ts";

const toastFile = "../components/feedback/toast-region.tsx";
const menuFile = "../components/layout/mobile-menu.tsx";
const resultFile = "../features/prediction/result/result-panel.tsx";

function withhold(file: string) {
  const requested = vi.fn<() => never>(() => {
    throw new TypeError("Failed to fetch dynamically imported module");
  });
  vi.doMock(file, requested);
  return requested;
}

const pageFile = "./routes/how-it-works.tsx";

afterEach(() => {
  for (const file of [pageFile, toastFile, menuFile, resultFile]) vi.doUnmock(file);
});

async function openTerms() {
  signedIn(null);
  const { user } = renderApp("/terms");
  const heading = await screen.findByRole("heading", { name: "Terms of Service" });
  return { user, heading };
}

it("keeps the page when the toast chunk fails to load, and shows the next toast", async () => {
  const requested = withhold(toastFile);
  const { heading, user } = await openTerms();
  await user.click(heading);
  await waitFor(() => expect(requested).toHaveBeenCalled());
  act(() => notify({ title: "First" }));
  await waitFor(() => expect(requested.mock.calls.length).toBeGreaterThan(1));
  expect(heading.isConnected).toBe(true);
  vi.doUnmock(toastFile);
  act(() => notify({ title: "Second" }));
  expect(await screen.findByText("Second")).toBeTruthy();
  expect(heading.isConnected).toBe(true);
});

it("shows a toast once as plain text when its chunk fails to load", async () => {
  withhold(toastFile);
  const { heading, user } = await openTerms();
  act(() => notify({ title: "Unshown", description: "No more." }));
  const first = await screen.findByRole("alert");
  expect(first.textContent).toBe("Unshown No more.");
  vi.useFakeTimers();
  act(() => notify({ title: "Once" }));
  await untilSaid("Once");
  expect(screen.getAllByRole("alert").map(({ textContent }) => textContent)).toEqual(["Once "]);
  await act(() => vi.advanceTimersByTimeAsync(4900));
  expect(screen.queryByText("Once")).not.toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(200));
  expect(screen.queryByText("Once")).toBeNull();
  vi.useRealTimers();
  vi.doUnmock(toastFile);
  await user.click(heading);
  await waitFor(() => expect(document.querySelector("[data-scope=toast]")).not.toBeNull());
  expect(screen.queryByText("Once")).toBeNull();
  act(() => notify({ title: "Shown" }));
  expect(await screen.findByText("Shown")).toBeTruthy();
  expect(screen.queryByRole("alert")).toBeNull();
});

it("shows a second toast when the first one ends while the chunk loads", async () => {
  withhold(toastFile);
  await openTerms();
  vi.useFakeTimers();
  act(() => notify({ title: "In plain words" }));
  await untilSaid("In plain words");
  expect(screen.getByRole("alert")).toBeTruthy();
  const { promise: come, resolve } = Promise.withResolvers<void>();
  vi.doMock(toastFile, async (original) => {
    await come;
    return original();
  });
  act(() => notify({ title: "On its way" }));
  await act(() => vi.advanceTimersByTimeAsync(5500));
  expect(screen.queryByRole("alert")).toBeNull();
  resolve();
  await untilSaid("On its way");
});

it("reports a menu chunk that fails to load and opens the menu on the next click", async () => {
  withhold(menuFile);
  const { heading, user } = await openTerms();
  const button = screen.getByRole("button", { name: "Open menu" });
  await user.click(button);
  expect(await screen.findByText("This did not load")).toBeTruthy();
  expect(heading.isConnected).toBe(true);
  expect(button.getAttribute("aria-expanded")).toBe("false");
  vi.doUnmock(menuFile);
  await user.click(button);
  expect(await screen.findByRole("dialog", { name: "Menu" })).toBeTruthy();
});

it("waits before it shows that a page did not load, because Firefox fails the imports of a page it leaves", async () => {
  vi.spyOn(console, "error").mockReturnValue();
  withhold(pageFile);
  signedIn(null);
  const before = performance.now();
  renderApp("/how-it-works");
  expect(await screen.findByRole("button", { name: "Try Again" })).toBeTruthy();
  expect(performance.now() - before).toBeGreaterThan(1_000);
});

it("keeps the space of a prediction and does not announce it until its chunk has loaded", async () => {
  const { promise: come, resolve } = Promise.withResolvers<void>();
  vi.doMock(resultFile, async (original) => {
    await come;
    return original();
  });
  subscriberHome();
  answerPost("/api/new-prediction", aPrediction());
  const { user } = renderApp("/");
  const press = async (role: string, name: string) =>
    user.click(await screen.findByRole(role, { name }));
  await press("radio", "NBA");
  await press("radio", "Aggressive");
  await press("button", "Generate Prediction");
  expect(await screen.findByRole("heading", { name: "Honest price" })).toBeTruthy();
  expect(screen.getByRole("heading", { name: "Generating..." })).toBeTruthy();
  expect(screen.queryByText("2-LEG PARLAY OPTION is ready.")).toBeNull();
  resolve();
  expect(await screen.findByText("2-LEG PARLAY OPTION is ready.")).toBeTruthy();
  expect(await screen.findByRole("heading", { name: "2-LEG PARLAY OPTION" })).toBeTruthy();
  expect(screen.queryByRole("heading", { name: "Generating..." })).toBeNull();
});
