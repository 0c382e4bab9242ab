import { expect, it } from "vitest";
import { routeMatcher } from "./route-match.ts";
import { routes } from "./routes.ts";

const match = routeMatcher(routes);

it("a path with a parameter matches one plain segment", () => {
  expect(match("GET", "/api/admin/user/a-B_9/subscription").kind).toBe("route");
  for (const id of ["", "a/b", "a.b", "a%20b", "a".repeat(65)])
    expect(match("GET", `/api/admin/user/${id}/subscription`).kind).toBe("unknown");
});

it("HEAD goes where GET goes, and nowhere else", () => {
  expect(match("HEAD", "/api/user")).toEqual(match("GET", "/api/user"));
  expect(match("HEAD", "/api/login")).toEqual({ kind: "wrong-method", allow: "POST" });
});

it("no method and path stands in the table twice", () => {
  const names = routes.map(({ method, path }) => `${method} ${path}`);
  expect(new Set(names).size).toBe(names.length);
});

it("the session's cookie passes to no service", () => {
  expect(routes.flatMap(({ requestCookies }) => requestCookies)).not.toContain("sid");
});

it("every admin path is for admins", () => {
  for (const { path, access } of routes)
    expect(access === "admin").toBe(path.startsWith("/api/admin/"));
});
