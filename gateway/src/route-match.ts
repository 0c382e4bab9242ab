import type { Route } from "./routes.ts";

/** What the table knows of a method and path. */
export type Match =
  | { kind: "route"; route: Route }
  | { kind: "wrong-method"; allow: string }
  | { kind: "unknown" };

type Entry = { pattern: RegExp; byMethod: Map<string, Route>; allow: string };

const toPattern = (path: string) =>
  new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[A-Za-z0-9_-]{1,64}")}$`);

const toEntry = (routes: readonly Route[], path: string): Entry => {
  const byMethod = new Map<string, Route>();
  for (const route of routes.filter((candidate) => candidate.path === path)) {
    byMethod.set(route.method, route);
    if (route.method === "GET") byMethod.set("HEAD", route);
  }
  return { pattern: toPattern(path), byMethod, allow: [...byMethod.keys()].join(", ") };
};

/** Prepares the routes table for look-ups by method and exact path; HEAD goes wherever GET does. */
export const routeMatcher = (routes: readonly Route[]) => {
  const paths = [...new Set(routes.map(({ path }) => path))];
  const exact = new Map(
    paths.filter((path) => !path.includes("{")).map((path) => [path, toEntry(routes, path)]),
  );
  const patterns = paths.filter((path) => path.includes("{")).map((path) => toEntry(routes, path));
  return (method: string, path: string): Match => {
    const entry = exact.get(path) ?? patterns.find(({ pattern }) => pattern.test(path));
    if (!entry) return { kind: "unknown" };
    const route = entry.byMethod.get(method);
    return route ? { kind: "route", route } : { kind: "wrong-method", allow: entry.allow };
  };
};
/** Looks a method and path up in the routes table. */
export type RouteMatcher = ReturnType<typeof routeMatcher>;
