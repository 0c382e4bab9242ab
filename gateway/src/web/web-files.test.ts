import { expect, it } from "vitest";
import { matcherOf } from "./web-files.ts";

const routeOf = matcherOf(["/", "/auth", "/waitlist/convert", "/predictions/:id"]);

it.each([
  ["/", "/"],
  ["/auth", "/auth"],
  ["/waitlist/convert", "/waitlist/convert"],
  ["/predictions/p1", "/predictions/:id"],
])("finds the route of the page at %s", (path, route) => expect(routeOf(path)).toBe(route));

it.each([
  "",
  "/AUTH",
  "/auth/",
  "/auth/x",
  "/auth//",
  "/predictions",
  "/predictions/p1/x",
  "/__proto__",
])("finds no page at '%s'", (path) => expect(routeOf(path)).toBeUndefined());
