import { afterEach, expect, it, vi } from "vitest";
import { navigation, reloadWhenShownAgain } from "./navigation.ts";

afterEach(() => {
  document.body.hidden = false;
});

it("hides and reloads a page that the browser restores from its cache", () => {
  const reloaded = vi.spyOn(navigation, "reload").mockImplementation(() => undefined);
  reloadWhenShownAgain();
  const show = (persisted: boolean) =>
    window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted }));
  show(false);
  expect([document.body.hidden, reloaded.mock.calls.length]).toEqual([false, 0]);
  show(true);
  expect([document.body.hidden, reloaded.mock.calls.length]).toEqual([true, 1]);
});
