import { createHmac } from "node:crypto";
import type { Logger } from "pino";
import type { World } from "../state/world.ts";
import type { Delivery } from "./deliveries.ts";

/** The webhook receiver. The URL may change at run time. */
export type Endpoint = { url: string | undefined; secret: string };

type Options = { endpoint: Endpoint; retryBaseMs: number; log: Logger };

const maxInFlight = 8;
const attemptMs = 10_000;
const retryCapMs = 60_000;
const giveUpMs = 3 * 86_400_000;

/** Delay before the next attempt in milliseconds: doubles up to a minute, with 25 % jitter. */
export function backoffMs(attempts: number, baseMs: number, random = Math.random()): number {
  return Math.min(retryCapMs, baseMs * 2 ** (attempts - 1)) * (0.75 + random / 2);
}

/**
 * Sends each queued webhook at least once and retries for three days of real time.
 * Call `wake` after queuing a webhook and `stop` before closing the database.
 */
export function startDelivering(
  { database, store, deliveries, clock: { wallMs } }: World,
  { endpoint, retryBaseMs, log }: Options,
) {
  const inFlight = new Map<number, Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  const send = async (delivery: Delivery, url: string) => {
    const event = store.find("event", delivery.event);
    const payload = JSON.stringify({ ...event, pending_webhooks: 1 }, null, 2);
    const secret = delivery.forged ? `forged-${endpoint.secret}` : endpoint.secret;
    const signature = signatureHeader(payload, secret, Math.floor(wallMs() / 1000));
    const result = await post(url, payload, signature);
    const next = settled(delivery, result, wallMs(), retryBaseMs);
    database.transaction(() => deliveries.save(next));
    const { state, last_status: status } = next;
    log.info({ event: delivery.event, type: event?.type, status, state }, "webhook attempt");
  };

  const pump = () => {
    if (stopped || endpoint.url === undefined) return;
    for (const delivery of deliveries.due(wallMs(), maxInFlight * 2)) {
      if (inFlight.size >= maxInFlight || inFlight.has(delivery.id)) continue;
      const sending = send(delivery, endpoint.url).finally(() => {
        inFlight.delete(delivery.id);
        wake();
      });
      inFlight.set(delivery.id, sending);
    }
    const next = deliveries.nextDueMs();
    if (next !== undefined && next > wallMs()) wake(next - wallMs());
  };

  const wake = (afterMs = 0) => {
    if (stopped) return;
    clearTimeout(timer);
    timer = setTimeout(pump, Math.min(afterMs, 60_000));
    timer.unref();
  };

  return {
    wake: () => wake(),
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await Promise.allSettled(inFlight.values());
    },
  };
}

/** The `Stripe-Signature` header: HMAC-SHA256 over `t.payload`, scheme v1. */
export function signatureHeader(payload: string, secret: string, atSeconds: number): string {
  const mac = createHmac("sha256", secret).update(`${atSeconds}.${payload}`).digest("hex");
  return `t=${atSeconds},v1=${mac}`;
}

async function post(url: string, payload: string, signature: string) {
  try {
    const response = await fetch(url, {
      method: "POST",
      body: payload,
      redirect: "manual",
      signal: AbortSignal.timeout(attemptMs),
      headers: {
        "content-type": "application/json; charset=utf-8",
        "stripe-signature": signature,
        "user-agent": "Stripe/1.0 (sandbox)",
      },
    });
    await response.arrayBuffer();
    return { last_status: response.status, last_error: null };
  } catch (error) {
    return { last_status: null, last_error: error instanceof Error ? error.name : "unknown" };
  }
}

function settled(
  delivery: Delivery,
  result: Pick<Delivery, "last_status" | "last_error">,
  nowMs: number,
  baseMs: number,
): Delivery {
  const attempts = delivery.attempts + 1;
  const tried = { ...delivery, ...result, attempts };
  if (result.last_status !== null && result.last_status < 300)
    return { ...tried, state: "succeeded" };
  if (delivery.forged || nowMs - delivery.created_ms > giveUpMs)
    return { ...tried, state: "exhausted" };
  return { ...tried, due_ms: Math.round(nowMs + backoffMs(attempts, baseMs)) };
}
