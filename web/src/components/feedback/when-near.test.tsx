import { act, render, screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { useNear, WhenNear } from "./when-near.tsx";

let report: (entries: { isIntersecting: boolean }[]) => void;

beforeEach(() => {
  vi.stubGlobal("IntersectionObserver", function observer(callback: typeof report) {
    report = callback;
    return { observe: () => undefined, disconnect: () => undefined };
  });
  return () => vi.unstubAllGlobals();
});

const sees = (isIntersecting: boolean) => act(async () => report([{ isIntersecting }]));

function renderPage(openForMs: number) {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  vi.spyOn(performance, "now").mockReturnValue(openForMs);
  return render(<WhenNear fallback="Loading">Content</WhenNear>);
}

it("renders the fallback of a new page until its place comes near the screen", async () => {
  renderPage(0);
  expect(screen.getByText("Loading")).toBeTruthy();
  await sees(false);
  expect(screen.queryByText("Content")).toBeNull();
  await sees(true);
  expect(screen.getByText("Content")).toBeTruthy();
  expect(screen.queryByText("Loading")).toBeNull();
});

it("renders everything ten seconds after the start of the page", async () => {
  renderPage(4_000);
  await act(async () => vi.advanceTimersByTime(5_999));
  expect(screen.queryByText("Content")).toBeNull();
  await act(async () => vi.advanceTimersByTime(1));
  expect(screen.getByText("Content")).toBeTruthy();
});

it("renders everything when a new page is printed", () => {
  renderPage(0);
  act(() => void window.dispatchEvent(new Event("beforeprint")));
  expect(screen.getByText("Content")).toBeTruthy();
});

it("renders its children at once in a page that is no longer new", () => {
  renderPage(10_001);
  expect(screen.getByText("Content")).toBeTruthy();
});

it("observes a place that is rendered later", async () => {
  vi.spyOn(performance, "now").mockReturnValue(0);
  function Late({ isShown }: { isShown: boolean }) {
    const [ref, isNear] = useNear();
    return isShown && <div ref={ref}>{isNear ? "near" : "far"}</div>;
  }
  const { rerender } = render(<Late isShown={false} />);
  rerender(<Late isShown />);
  expect(screen.getByText("far")).toBeTruthy();
  await sees(true);
  expect(screen.getByText("near")).toBeTruthy();
});
