import { adminCalls } from "@orbline/proto/contract/admin";
import { billingCalls } from "@orbline/proto/contract/billing";
import type { Call, Calls } from "@orbline/proto/contract/call";
import { identityCalls } from "@orbline/proto/contract/identity";
import { predictionCalls } from "@orbline/proto/contract/prediction";

/** The services behind the gateway, with the public calls of each. */
const callsByService = {
  identity: identityCalls,
  billing: billingCalls,
  prediction: predictionCalls,
  admin: adminCalls,
} satisfies Record<string, Calls>;

export type Service = keyof typeof callsByService;
export const services = Object.keys(callsByService) as Service[];

/** A call with its defaults filled in, in the form that the gateway uses to handle and forward it. */
export type Route = Omit<Call, "service"> &
  Required<
    Pick<
      Call,
      "rate" | "timeoutMs" | "bodyLimit" | "requestHeaders" | "requestCookies" | "setsCookies"
    >
  > & {
    method: string;
    /** The public path, which is the same at the service. */
    path: string;
    service: Service;
  };

// Headers about the sender and the body. A service does not need them for reads.
const senderHeaders = ["accept", "accept-language", "content-type", "user-agent"];

function toRoute(group: Service, name: string, call: Call): Route {
  const [method = "", path = ""] = name.split(" ");
  const takesBody = method === "POST" || method === "PATCH";
  return {
    rate: "general",
    timeoutMs: 10_000,
    bodyLimit: takesBody ? 16_384 : 0,
    requestCookies: [],
    setsCookies: false,
    service: group,
    ...call,
    requestHeaders: [
      ...(takesBody ? senderHeaders : []),
      ...(call.requestHeaders ?? []),
      ...(call.credentialHeader ? [call.credentialHeader] : []),
    ],
    method,
    path,
  };
}

/** Every call of the public API with its service, who may call it and its limits. */
export const routes: readonly Route[] = services.flatMap((service) =>
  Object.entries<Call>(callsByService[service]).map(([name, call]) => toRoute(service, name, call)),
);

export type Match =
  | { kind: "route"; route: Route }
  | { kind: "wrong-method"; allow: string }
  | { kind: "unknown" };

export type RouteMatcher = (method: string, path: string) => Match;

/** Prepares look-ups by method and exact path. HEAD matches wherever GET does. */
export function routeMatcher(table: readonly Route[]): RouteMatcher {
  const entries = Map.groupBy(table, ({ path }) => path);
  const exact = new Map<string, Entry>();
  const patterns: { pattern: RegExp; entry: Entry }[] = [];
  for (const [path, same] of entries) {
    if (path.includes("{")) patterns.push({ pattern: toPattern(path), entry: toEntry(same) });
    else exact.set(path, toEntry(same));
  }
  return (method, path) => {
    const entry = exact.get(path) ?? patterns.find(({ pattern }) => pattern.test(path))?.entry;
    if (!entry) return { kind: "unknown" };
    const route = entry.byMethod.get(method);
    return route ? { kind: "route", route } : { kind: "wrong-method", allow: entry.allow };
  };
}

type Entry = { byMethod: Map<string, Route>; allow: string };

function toPattern(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[A-Za-z0-9_-]{1,64}")}$`);
}

function toEntry(same: readonly Route[]): Entry {
  const byMethod = new Map<string, Route>();
  for (const route of same) {
    byMethod.set(route.method, route);
    if (route.method === "GET") byMethod.set("HEAD", route);
  }
  return { byMethod, allow: [...byMethod.keys()].join(", ") };
}
