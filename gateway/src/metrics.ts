import { createCounter } from "@orbline/kit/observability/instruments";
import type { Metrics } from "@orbline/kit/observability/metrics";
import { counters } from "./guards/rate-limit.ts";
import { services } from "./routes.ts";
import { type ReportedDirective, reportedDirectives } from "./web/csp-reports.ts";

/** The gateway's own counters, as callbacks that each add one. */
export function gatewayCounters(metrics: Metrics) {
  const busy = createCounter(metrics, {
    name: "busy_refusals_total",
    help: "Requests refused because their service had reached its concurrency limit",
    values: { upstream: services },
  });
  const repeated = createCounter(metrics, {
    name: "repeated_requests_total",
    help: "Requests sent again, because no replica of their service can have handled them",
    values: { upstream: services },
  });
  const rateLimited = createCounter(metrics, {
    name: "rate_limit_refusals_total",
    help: "Requests refused by a rate limit, by class of the limit",
    values: { class: counters },
  });
  const cacheLookups = createCounter(metrics, {
    name: "session_cache_requests_total",
    help: "Session lookups by whether the session was in memory",
    values: { result: ["hit", "miss"] },
  });
  const cspReports = createCounter(metrics, {
    name: "csp_reports_total",
    help: "Violations of a page's content security policy that browsers reported, by directive",
    values: { directive: reportedDirectives },
  });
  return {
    onCspReport: (directive: ReportedDirective) => cspReports.inc({ directive }),
    onBusy: (upstream: (typeof services)[number]) => busy.inc({ upstream }),
    onRepeat: (upstream: (typeof services)[number]) => repeated.inc({ upstream }),
    onRateLimited: (name: (typeof counters)[number]) => rateLimited.inc({ class: name }),
    onCacheLookup: (result: "hit" | "miss") => cacheLookups.inc({ result }),
  };
}
