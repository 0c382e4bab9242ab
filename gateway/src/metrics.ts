import { createCounter, createHistogram } from "@orbline/kit/observability/instruments";
import type { Metrics } from "@orbline/kit/observability/metrics";
import { counters } from "./guards/rate-limit.ts";
import { services } from "./routes.ts";
import { type ReportedDirective, reportedDirectives } from "./web/csp-reports.ts";
import type { PageReportObserver } from "./web/page-reports.ts";

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

/** How fast pages were in users' browsers, and errors of the web app there. */
export function pageMetrics(metrics: Metrics): PageReportObserver {
  const vitals = createHistogram(metrics, {
    name: "web_vital_seconds",
    help: "Largest contentful paint, interaction to next paint and time to first byte that browsers reported, by page",
    labels: ["page", "vital"],
    buckets: [0.1, 0.2, 0.5, 0.8, 1.8, 2.5, 4, 10],
  });
  const shifts = createHistogram(metrics, {
    name: "web_layout_shift",
    help: "Cumulative layout shift that browsers reported, by page",
    labels: ["page"],
    buckets: [0.01, 0.05, 0.1, 0.25, 1],
  });
  const errors = createCounter(metrics, {
    name: "web_errors_total",
    help: "Errors of the web app that browsers reported",
    values: {},
  });
  return {
    onVital: (page, vital, seconds) => vitals.observe({ page, vital }, seconds),
    onLayoutShift: (page, shift) => shifts.observe({ page }, shift),
    onPageError: () => errors.inc(),
  };
}
