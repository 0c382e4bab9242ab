import { expect, it } from "vitest";
import { routeMatcher, routes } from "./routes.ts";

const match = routeMatcher(routes);

it("matches a path parameter with one plain segment", () => {
  expect(match("GET", "/api/admin/user/a-B_9/subscription").kind).toBe("route");
  for (const id of ["", "a/b", "a.b", "a%20b", "a".repeat(65)])
    expect(match("GET", `/api/admin/user/${id}/subscription`).kind).toBe("unknown");
});

it("matches HEAD wherever GET matches and nowhere else", () => {
  expect(match("HEAD", "/api/user")).toEqual(match("GET", "/api/user"));
  expect(match("HEAD", "/api/login")).toEqual({ kind: "wrong-method", allow: "POST" });
});

it("lists every method and path once", () => {
  const names = routes.map(({ method, path }) => `${method} ${path}`);
  expect(new Set(names).size).toBe(names.length);
});

it("passes the session cookie to no service", () => {
  expect(routes.flatMap(({ requestCookies }) => requestCookies)).not.toContain("sid");
});

it("lets only admins call the admin paths", () => {
  for (const { path, access } of routes)
    expect(["dashboard", "admin"].includes(access)).toBe(path.startsWith("/api/admin/"));
});
