import { systemClock } from "@orbline/kit/clock";
import { createLogger } from "@orbline/kit/observability/logger";
import { connectRedis, type Redis } from "@orbline/kit/redis/connection";
import { sessionStore } from "@orbline/kit/redis/sessions";
import { type CollectedSpan, startCollector } from "@orbline/kit/testing/collector";
import { testEngines } from "@orbline/kit/testing/engines";
import { eventually } from "@orbline/kit/testing/eventually";
import { userSchema } from "@orbline/proto/http/identity/user";
import { afterAll, beforeAll, expect, it } from "vitest";
import { alerts, dashboardQueries, metricNames } from "../src/testing/used-metrics.ts";
import { type Name, type Processes, startProcesses } from "./processes.ts";

const { redisUrl } = testEngines();
const theirs = "0af7651916cd43dd8448eb211c80319c";
const traceparent = `00-${theirs}-b7ad6b7169203331-01`;
const waiting = { timeoutMs: 30_000, everyMs: 200 };

let collector: Awaited<ReturnType<typeof startCollector>>;
let processes: Processes;
let redis: Redis;
let cookie: string;

type Answer = { status: number; requestId: string | null; body: unknown };

async function post(path: string, body: object, as?: { cookie: string }): Promise<Answer> {
  const response = await fetch(`${processes.origin}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...as, traceparent },
    body: JSON.stringify(body),
  });
  const requestId = response.headers.get("x-request-id");
  return { status: response.status, requestId, body: await response.json() };
}

beforeAll(async () => {
  collector = await startCollector();
  processes = await startProcesses({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    // Services log the requests that they serve at this level.
    LOG_LEVEL: "debug",
  });
  const logger = createLogger({ service: "test", level: "silent" });
  redis = await connectRedis({ url: redisUrl, logger });
  const sessions = sessionStore({ redis, clock: systemClock });
  const { sessionToken } = await sessions.create({ userId: "usr_admin", role: "admin" });
  cookie = `sid=${sessionToken}`;
}, 120_000);
afterAll(async () => {
  redis?.destroy();
  await processes?.stop();
  processes?.forget();
  await collector?.close();
});

/** The matching span of a trace. @throws while there is none */
function spanOf(traceId: string, service: Name, kind: string, name: string) {
  const found = collector.spans.filter(
    (span) =>
      span.traceId === traceId &&
      span.service === service &&
      span.kind === kind &&
      span.name.startsWith(name),
  );
  if (found.length !== 1) throw new Error(`${found.length} spans: ${service} ${kind} ${name}`);
  return found[0] as CollectedSpan;
}

const causedBy = (span: CollectedSpan, parent: CollectedSpan) =>
  expect(span).toMatchObject({ parentSpanId: parent.spanId });

it("records one trace from the browser's request through gateway, service, gRPC and Kafka to each consumer", async () => {
  const registered = await post("/api/register", {
    username: "traced-user",
    password: "Correct-horse-1",
  });
  expect(registered.status).toBe(201);
  const { id } = userSchema.parse(registered.body);
  const path = `/api/admin/user/${id}/activate-subscription`;
  const answer = await eventually(async () => {
    const tried = await post(path, { durationDays: 30 }, { cookie });
    expect(tried.status).toBe(200);
    return tried;
  }, waiting);

  await eventually(() => {
    const entry = collector.spans.find(
      ({ attributes, service }) =>
        service === "gateway" && attributes["orbline.request_id"] === answer.requestId,
    ) as CollectedSpan;
    expect(entry).toMatchObject({ kind: "server", status: { code: 0 } });
    expect(entry.parentSpanId).toBeUndefined();
    const { traceId } = entry;
    expect(traceId).not.toBe(theirs);
    const request = spanOf(traceId, "admin", "server", "POST /api/admin/user/:id/activate");
    const call = spanOf(traceId, "admin", "client", "billing.v1.BillingService/Activate");
    const command = spanOf(traceId, "billing", "server", "billing.v1.BillingService/Activate");
    const message = spanOf(traceId, "billing", "producer", "send ");
    causedBy(request, entry);
    causedBy(call, request);
    causedBy(command, call);
    causedBy(message, command);
    causedBy(spanOf(traceId, "admin", "consumer", "process "), message);
    causedBy(spanOf(traceId, "identity", "consumer", "process "), message);
    const commands = collector.spans.filter(
      ({ parentSpanId, attributes }) =>
        parentSpanId === command.spanId && attributes["db.system.name"] === "mongodb",
    );
    expect(commands.map(({ name }) => name)).toContainEqual(expect.stringMatching(/^find /));
    expect(JSON.stringify(commands)).not.toContain(id);
    for (const name of ["gateway", "admin", "billing"] as const)
      expect(processes.linesOf(name)).toContainEqual(
        expect.objectContaining({ traceId, requestId: answer.requestId }),
      );
  }, waiting);
}, 60_000);

it("logs a registration's message with the id of its request", async () => {
  await eventually(() => {
    const entry = collector.spans.find(({ name }) => name === "POST /api/register");
    const consumed = collector.spans.find(
      ({ traceId, kind, service }) =>
        traceId === entry?.traceId && kind === "consumer" && service === "admin",
    );
    expect(consumed?.attributes["messaging.destination.name"]).toMatch(/identity\.users$/);
    const session = collector.spans.find(
      ({ traceId, attributes, service }) =>
        traceId === entry?.traceId &&
        attributes["db.system.name"] === "redis" &&
        service === "identity",
    );
    expect(session).toMatchObject({ kind: "client", status: { code: 0 } });
  }, waiting);
});

it("ignores the trace that a client sends", () => {
  expect(collector.spans.filter(({ traceId }) => traceId === theirs)).toEqual([]);
});

it("serves every metric of the dashboard and the alerts", async () => {
  const names = ["gateway", "identity", "billing", "admin"] as const;
  const texts = await Promise.all(names.map((name) => processes.metricsOf(name)));
  const served = new Set(
    texts.flatMap((text) => [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name)),
  );
  const used = [...dashboardQueries(), ...alerts()]
    .flatMap(({ expr }) => metricNames(expr))
    // this test starts no prediction service
    .filter(
      (name) => name !== "up" && !/^(odds|predictions|pushes|ratings|record|results)_/.test(name),
    );
  const missing = used.filter((name) => !served.has(name.replace(/_(bucket|sum|count)$/, "")));
  expect(missing).toEqual([]);
});
