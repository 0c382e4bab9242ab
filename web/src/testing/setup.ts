import { cleanup, configure, getConfig, prettyDOM } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from "vitest";
import { useDisplay } from "#/lib/display.ts";
import { usePalette } from "#/stores/palette-store.ts";
import { useToastStore } from "#/stores/toast-store.ts";
import { usePredictionForm } from "#/stores/prediction-form-store.ts";
import { useSessionStore } from "#/stores/session-store.ts";
import { useThemeStore } from "#/stores/theme-store.ts";
import { server } from "./server.ts";

// Style sheets have no layout here, and asking each element whether it is hidden costs most of the time.
configure({ defaultHidden: true, asyncUtilTimeout: 25_000, getElementError });

/** Printing the page takes longer than looking for an element, so that only the last error of a wait shows the page. */
function getElementError(message: string | null, container: Element): Error {
  const { _disableExpensiveErrorDiagnostics: isWaiting } = getConfig() as ReturnType<
    typeof getConfig
  > & { _disableExpensiveErrorDiagnostics?: boolean };
  const page = !isWaiting && prettyDOM(container);
  const error = new Error([message, page].filter(Boolean).join("\n\n"));
  return Object.assign(error, { name: "TestingLibraryElementError" });
}

let complaints: string[] = [];
const complain = (...parts: unknown[]) => void complaints.push(parts.map(String).join(" "));

// The screen is wide and the theme dark, except in tests that replace this.
globalThis.matchMedia = (media) =>
  Object.assign(new EventTarget(), { media, matches: false }) as unknown as MediaQueryList;

// Names and clicks ask for the computed style of each ancestor, which costs a seventh of the time. Inline styles suffice.
globalThis.getComputedStyle = (element) => (element as HTMLElement).style;

// Without layout, everything is near the screen.
class NearObserver {
  readonly observe: () => void;
  constructor(report: (entries: { isIntersecting: boolean }[]) => void) {
    this.observe = () => report([{ isIntersecting: true }]);
  }
  disconnect() {
    return undefined;
  }
}
Object.assign(globalThis, { IntersectionObserver: NearObserver });

beforeAll(() => server.listen({ onUnhandledFrame: "error" }));

beforeEach(() => {
  complaints = [];
  vi.spyOn(console, "debug").mockImplementation(() => undefined);
  vi.spyOn(console, "error").mockImplementation(complain);
  vi.spyOn(console, "warn").mockImplementation(complain);
});

afterEach(async () => {
  cleanup();
  // A lazy chunk must not finish loading in the next test or after the page is removed.
  await vi.dynamicImportSettled();
  server.resetHandlers();
  usePredictionForm.setState(usePredictionForm.getInitialState());
  useDisplay.setState(useDisplay.getInitialState(), true);
  useToastStore.setState({ toast: undefined });
  useSessionStore.setState(useSessionStore.getInitialState());
  usePalette.setState(usePalette.getInitialState());
  useThemeStore.setState(useThemeStore.getInitialState());
  document.documentElement.className = "";
  localStorage.clear();
  sessionStorage.clear();
  vi.useRealTimers();
  vi.restoreAllMocks();
  expect(complaints, "no page may write errors or warnings to the console").toEqual([]);
});

afterAll(() => server.close());
