import { setTimeout as delay } from "node:timers/promises";
import { type ApiResponse, type Client, createClient } from "@orbline/demo/http-client";
import { percentile } from "../percentile.ts";

/** One request of a load: what it did, how long it took, how often it was sent, and why it failed, if it did. */
export type Shot = { kind: string; ms: number; tries: number; failure: string | undefined };

/** A request that a load makes. */
export type Target = { kind: string; send: () => Promise<ApiResponse> };

/**
 * Sends requests at a constant rate, however long they take, until `signal` aborts. Resolves with all of them once the
 * last has ended. A response that is not 2xx is a failure.
 */
export async function constantLoad({
  perSecond,
  signal,
  next,
}: {
  perSecond: number;
  signal: AbortSignal;
  next: () => Target;
}): Promise<Shot[]> {
  const shots: Promise<Shot>[] = [];
  const startedAt = performance.now();
  while (!signal.aborted) {
    const due = Math.floor(((performance.now() - startedAt) / 1_000) * perSecond);
    while (shots.length < due) shots.push(shoot(next()));
    await delay(2);
  }
  return Promise.all(shots);
}

/** Sends one request and measures it. */
export async function shoot({ kind, send }: Target): Promise<Shot> {
  const startedAt = performance.now();
  const failure = await send().then(
    ({ status, text }) =>
      status >= 200 && status < 300 ? undefined : `${status} ${text.slice(0, 200)}`,
    reasonOf,
  );
  return { kind, ms: performance.now() - startedAt, tries: 1, failure };
}

function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
}

/** One line for each kind of request, and each failure. */
export function report(shots: readonly Shot[]): string[] {
  const kinds = ["all", ...new Set(shots.map(({ kind }) => kind))];
  const failures = shots.filter(({ failure }) => failure !== undefined);
  return [
    ...kinds.map((kind) => {
      const of = shots.filter((shot) => kind === "all" || shot.kind === kind);
      const failed = of.filter(({ failure }) => failure !== undefined).length;
      const ms = of.map((shot) => shot.ms);
      const [p50, p99, max] = [0.5, 0.99, 1].map((share) => percentile(ms, share).toFixed(0));
      return `${kind.padEnd(14)} ${String(of.length).padStart(6)} requests, ${failed} failed; p50 ${p50} ms, p99 ${p99} ms, longest ${max} ms`;
    }),
    ...failures.slice(0, 20).map(({ kind, failure }) => `failed: ${kind}: ${failure}`),
  ];
}

const sports = ["soccer", "nba", "mlb", "nhl", "ufc", "nfl", "cfb"];
/** A user gets each pick once, and moderate ranges have only a few. */
const riskLevels = ["aggressive", "insane"];
let clicks = 0;

/** A request for another prediction, as a click makes it. Sent again, it returns the same prediction. */
function newClick() {
  clicks += 1;
  const riskLevel = any(riskLevels);
  return {
    sport: any(sports),
    riskLevel,
    stake: 1 + (clicks % 1_000),
    requestCount: 1 + (clicks % 10),
    timestamp: Date.now(),
    ...(riskLevel === "insane" && { randomize: Math.random() }),
  };
}

/** The usual traffic of subscribers: mostly reads, some predictions and sign-ins. */
export function mixedTraffic(url: string, subscribers: readonly Subscriber[]): () => Target {
  let turn = 0;
  return () => {
    const { client, username, password } = any(subscribers);
    const read = (path: string): Target => ({ kind: `GET ${path}`, send: () => client.get(path) });
    turn = (turn + 1) % 20;
    // On another device: a second login of one client would end the session of its other requests.
    if (turn === 0)
      return {
        kind: "login",
        send: () => createClient(url).post("/api/login", { username, password }),
      };
    if (turn % 5 === 1) return predict(client);
    const paths = [
      "/api/subscription/status",
      "/api/predictions",
      "/api/plans",
      "/api/slate?sport=nba",
    ];
    return read(paths[turn % paths.length] ?? "/api/plans");
  };
}

/** A click on Generate. Each send repeats that click, so that all of them return one prediction. */
export function predict(client: Client): Target {
  const click = newClick();
  return { kind: "prediction", send: () => client.post("/api/new-prediction", click) };
}

export type Subscriber = { username: string; password: string; client: Client };

/** A random one of these values. */
export function any<T>(values: readonly T[]): T {
  return values[Math.floor(Math.random() * values.length)] as T;
}
