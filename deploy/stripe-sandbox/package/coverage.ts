import { allEndpoints } from "../src/resources/all.ts";
import { stripeDescription } from "../src/testing/stripe-mock.ts";

/** How many of Stripe's calls the sandbox serves. */
export type Coverage = {
  /** The resources of which it serves a call. */
  resources: { name: string; served: number; all: number }[];
  /** All others. */
  missing: { resources: number; calls: number };
  /** Calls of the sandbox that Stripe does not have. */
  unknown: string[];
};

/** Compares the sandbox with Stripe's description. Returns undefined if the description cannot be fetched. */
export async function readCoverage(): Promise<Coverage | undefined> {
  const description = (await stripeDescription()) as Description | undefined;
  if (!description) return undefined;
  const unknown = new Set(allEndpoints.map(({ route }) => withoutNames(route)));
  const counts = new Map<string, { served: number; all: number }>();
  for (const { route, resource } of callsOf(description)) {
    const { served, all } = counts.get(resource) ?? { served: 0, all: 0 };
    counts.set(resource, { served: served + Number(unknown.delete(route)), all: all + 1 });
  }
  const rows = [...counts].map(([name, count]) => ({ name, ...count }));
  const missing = rows.filter(({ served }) => served === 0);
  return {
    resources: rows
      .filter(({ served }) => served > 0)
      .toSorted((a, b) => a.name.localeCompare(b.name, "en")),
    missing: {
      resources: missing.length,
      calls: missing.reduce((sum, { all }) => sum + all, 0),
    },
    unknown: [...unknown],
  };
}

/** The rows of the table in the README. */
export function coverageRows({ resources, missing }: Coverage): string[] {
  return [
    ...resources.map(({ name, served, all }) => `| \`${name}\` | ${served} | ${all} |`),
    `| ${missing.resources} others | 0 | ${missing.calls} |`,
  ];
}

type Description = { paths: Record<string, Record<string, unknown>> };

const methods = new Set(["get", "post", "delete"]);

function callsOf({ paths }: Description): { route: string; resource: string }[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations)
      .filter((method) => methods.has(method))
      .map((method) => ({
        route: withoutNames(`${method.toUpperCase()} ${path}`),
        resource: resourceOf(path),
      })),
  );
}

/** `GET /v1/events/:id` and `GET /v1/events/{event}` are the same call. */
const withoutNames = (route: string) => route.replaceAll(/:\w+|\{\w+\}/g, "{}");

/** The resource of a path: `/v1/checkout/sessions/{session}/expire` belongs to `checkout/sessions`. */
function resourceOf(path: string): string {
  const [first = "", second = ""] = path.split("/").slice(2);
  const isGroup = ["checkout", "billing_portal", "test_helpers"].includes(first);
  return isGroup ? `${first}/${second}` : first;
}
