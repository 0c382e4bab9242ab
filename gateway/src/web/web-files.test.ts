import { expect, it } from "vitest";
import { matcherOf } from "./web-files.ts";

const isPage = matcherOf(["/", "/auth", "/waitlist/convert", "/predictions/:id"]);

it.each(["/", "/auth", "/waitlist/convert", "/predictions/p1"])("finds the page at %s", (path) =>
  expect(isPage(path)).toBe(true),
);

it.each([
  "",
  "/AUTH",
  "/auth/",
  "/auth/x",
  "/auth//",
  "/predictions",
  "/predictions/p1/x",
  "/__proto__",
])("finds no page at '%s'", (path) => expect(isPage(path)).toBe(false));
