import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { isPage, pages } from "./pages.ts";

const router = readFileSync(new URL("../../../web/src/app/router.tsx", import.meta.url), "utf8");
const webPaths = [...router.matchAll(/path="([^"*]+)"/g)].map(([, path = ""]) => path);

it("every page of the web app is known here, or its visitors would get status 404", () => {
  expect(webPaths.length).toBeGreaterThan(5);
  expect(webPaths.filter((path) => !isPage(path))).toEqual([]);
});

it("a page that the web app does not have is not promised: it would say 404 with status 200", () => {
  expect(pages.filter((path) => !webPaths.includes(path))).toEqual([]);
});

it("a trailing slash does not matter, anything else does", () => {
  expect(isPage("/")).toBe(true);
  expect(isPage("/auth/")).toBe(true);
  for (const path of ["", "/AUTH", "/auth/x", "/auth//", "/__proto__"])
    expect(isPage(path)).toBe(false);
});
