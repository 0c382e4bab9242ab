import { readFileSync } from "node:fs";
import { join } from "node:path";
import { healthRoutes } from "@orbline/kit/http/health";
import { createLogger } from "@orbline/kit/observability/logger";
import { systemClock } from "@orbline/kit/clock";
import { startMailOutbox } from "@orbline/kit/mail/outbox";
import { testLifecycle } from "@orbline/kit/testing/lifecycle";
import { createMetrics } from "@orbline/kit/observability/metrics";
import { createRelay } from "@orbline/kit/mongo/relay";
import { defaultPorts } from "@orbline/stack/configuration/variables";
import { expect, it } from "vitest";
import { gatewayCounters, pageMetrics } from "../../../gateway/src/metrics.ts";
import { failureReporter } from "../../../services/billing/src/failures.ts";
import { measureWebhooks } from "../../../services/billing/src/store/webhooks.ts";
import { loginMetrics } from "../../../services/identity/src/security/login-metrics.ts";
import { hashingQueue } from "../../../services/identity/src/security/passwords.ts";
import type { PredictionContext } from "../../../services/prediction/src/config.ts";
import { oddsMetrics } from "../../../services/prediction/src/odds-provider/metrics.ts";
import { openPickPushes } from "../../../services/prediction/src/push/pick-pushes.ts";
import { resultsMetrics } from "../../../services/prediction/src/results/metrics.ts";
import { newestHeadGauge } from "../../../services/prediction/src/store/proof/newest-head-gauge.ts";
import { settlementMonitor } from "../../../services/prediction/src/store/settlement-monitor.ts";
import {
  alerts,
  dashboardQueries,
  labelNames,
  metricNames,
  scrapeTargets,
} from "./testing/used-metrics.ts";

const ofPrometheus = new Set(["up"]);
const ofEveryTarget = ["job", "instance", "process", "service", "le"];

/** Every metric that the product's code registers, with its labels. */
function registered() {
  const metrics = createMetrics("test");
  const logger = createLogger({ service: "test", level: "silent" });
  const unused = {} as never;
  healthRoutes({ metrics, notReady: () => [] });
  gatewayCounters(metrics);
  pageMetrics(metrics);
  loginMetrics({ metrics, hashing: hashingQueue() });
  measureWebhooks({ metrics, collection: unused });
  failureReporter({ metrics, logger });
  oddsMetrics({ metrics, logger });
  resultsMetrics({ metrics, logger });
  settlementMonitor({ metrics, logger });
  newestHeadGauge(metrics);
  const service = {
    connection: { collection: () => unused } as never,
    clock: systemClock,
    logger,
    metrics,
    lifecycle: testLifecycle().lifecycle,
  };
  startMailOutbox(service, { compose: () => Promise.resolve(undefined), mailer: unused });
  openPickPushes(service as unknown as PredictionContext, unused);
  createRelay({
    collection: unused,
    topic: "test",
    source: "test",
    encode: () => null,
    publish: () => Promise.resolve(),
    logger,
    metrics,
  });
  const found = new Map<string, readonly string[]>();
  for (const metric of metrics.registry.getMetricsAsArray()) {
    const {
      name,
      labelNames: labels = [],
      type,
    } = metric as unknown as {
      name: string;
      labelNames?: string[];
      type?: string;
    };
    found.set(name, labels);
    if (String(type) === "histogram" || "buckets" in metric)
      for (const suffix of ["_bucket", "_sum", "_count"]) found.set(`${name}${suffix}`, labels);
  }
  return found;
}

const queries = () => [
  ...dashboardQueries(),
  ...alerts().map(({ alert, expr }) => ({ where: alert, expr })),
];

it("finds the names of metrics and labels in a PromQL expression", () => {
  const expr = `histogram_quantile(0.9, sum by (le, topic) (rate(a_seconds_bucket{code!="by (x)"}[5m])))
    / on (topic) group_left (le) b_total > 2 and c:d offset 5m`;
  expect(metricNames(expr)).toEqual(["a_seconds_bucket", "b_total", "c:d"]);
  expect(labelNames(expr).toSorted()).toEqual(["code", "le", "le", "topic", "topic"]);
});

it("uses only registered metrics and labels in the dashboard and the alerts", () => {
  const known = registered();
  expect(queries().length).toBeGreaterThan(40);
  const faults = queries().flatMap(({ where, expr }) => {
    const used = metricNames(expr);
    const labels = [...ofEveryTarget, ...used.flatMap((name) => known.get(name) ?? [])];
    return [
      ...(used.length === 0 ? [`${where}: no metric`] : []),
      ...used.filter((name) => !known.has(name) && !ofPrometheus.has(name)),
      ...labelNames(expr).filter((label) => !labels.includes(label)),
    ].map((fault) => `${where}: ${fault}`);
  });
  expect(faults).toEqual([]);
});

it("links every alert to an existing section of the runbook", () => {
  const runbook = readFileSync(join(import.meta.dirname, "../../../docs/runbook.md"), "utf8");
  const sections = [...runbook.matchAll(/^#+ (.+)$/gm)].map(([, title = ""]) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, "")
      .trim()
      .replaceAll(/\s/g, "-"),
  );
  const missing = alerts().filter(({ annotations }) => {
    const [file, section = ""] = annotations.runbook.split("#");
    return file !== "docs/runbook.md" || !sections.includes(section);
  });
  expect(missing.map(({ annotations }) => annotations.runbook)).toEqual([]);
});

it.each([
  ["of make up", "prometheus.yml", () => "127.0.0.1"],
  ["on Docker", "compose.yml", (process: string) => process],
] as const)("scrapes the processes %s on their metrics ports", (_where, file, hostOf) => {
  const ports = {
    gateway: defaultPorts.GATEWAY_INTERNAL_PORT,
    identity: defaultPorts.IDENTITY_PORT,
    billing: defaultPorts.BILLING_PORT,
    prediction: defaultPorts.PREDICTION_PORT,
    admin: defaultPorts.ADMIN_PORT,
  };
  const expected = Object.entries(ports).map(([name, port]) => [name, `${hostOf(name)}:${port}`]);
  expect(scrapeTargets(file)).toEqual(expected);
});
