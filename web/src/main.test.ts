import { screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";

afterEach(() => document.body.replaceChildren());

it("a page whose files do not come says so above what is drawn, and offers to load it again", async () => {
  vi.doMock("./theme/system.ts", () => {
    throw new TypeError("Failed to fetch dynamically imported module");
  });
  const drawn = document.body.appendChild(document.createElement("main"));
  await import("./main.tsx");
  const note = await screen.findByRole("alert");
  expect(note.textContent).toBe("This page did not load completely. Try Again");
  expect(note.nextElementSibling).toBe(drawn);
  expect(screen.getByRole("link", { name: "Try Again" }).getAttribute("href")).toBe("/");
});
