import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { isPage, pages } from "./pages.ts";

const router = readFileSync(new URL("../../../web/src/app/router.tsx", import.meta.url), "utf8");
const webPaths = [...router.matchAll(/path="([^"*]+)"/g)].map(([, path = ""]) => path);

it("lists every page of the web app", () => {
  expect(webPaths.length).toBeGreaterThan(5);
  expect(webPaths.filter((path) => !isPage(path))).toEqual([]);
});

it("does not list pages that the web app does not have", () => {
  expect(pages.filter((path) => !webPaths.includes(path))).toEqual([]);
});

it("accepts a trailing slash of a page and nothing else", () => {
  expect(isPage("/")).toBe(true);
  expect(isPage("/auth/")).toBe(true);
  for (const path of ["", "/AUTH", "/auth/x", "/auth//", "/__proto__"])
    expect(isPage(path)).toBe(false);
});
