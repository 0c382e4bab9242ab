import { createHmac } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import * as fc from "fast-check";

/** One webhook to deliver, not before `round`; `order` is its position in that round. */
export type Webhook = {
  kind: "genuine" | "again" | "forged" | "unknown";
  payload: string;
  round: number;
  order: number;
};

type Event = { id: string; type: string; data: { object: object } };

/** Later than every round. */
const end = Number.MAX_SAFE_INTEGER;

/** Of twenty webhooks, fourteen are genuine, four repeated, one forged and one unknown. */
const genuineShare = 0.7;

/** Number of genuine webhooks among `count`. */
export const genuineAmong = (count: number): number => Math.ceil(count * genuineShare);

/** Number of other webhooks for this number of genuine ones. */
const othersFor = (genuine: number) => ({
  again: Math.round((genuine * 0.2) / genuineShare),
  forged: Math.round((genuine * 0.05) / genuineShare),
  unknown: Math.round((genuine * 0.05) / genuineShare),
});

const plan = (count: number, seed: number) =>
  fc.sample(
    fc.record({
      /** Number of rounds by which it is late. */
      late: fc.constantFrom(0, 0, 0, 0, 1, 1, 2, 5),
      order: fc.nat(),
      pick: fc.nat(),
    }),
    { numRuns: count, seed },
  );

const renamed = (event: Event, id: string, changes: object = {}) =>
  JSON.stringify({ ...event, id, ...changes });

const unknownOf = (event: Event, index: number) =>
  index % 2 === 0
    ? renamed(event, `evt_unknown_${index}`, { type: "product.created" })
    : renamed(event, `evt_unknown_${index}`, {
        type: "customer.subscription.updated",
        data: { object: { id: `sub_of_somebody_else_${index}`, object: "subscription" } },
      });

/** The webhooks of a round: each event once, with repeated, forged and unknown ones. `isLast` events wait for the end. */
export const webhooksOf = (
  events: Event[],
  { round, seed, isLast }: { round: number; seed: number; isLast: (event: Event) => boolean },
): Webhook[] => {
  const { again, forged, unknown } = othersFor(events.length);
  const kinds: [Webhook["kind"], number, (event: Event, index: number) => string][] = [
    ["again", again, (event) => JSON.stringify(event)],
    ["forged", forged, (event, index) => renamed(event, `evt_forged_${round}_${index}`)],
    ["unknown", unknown, (event, index) => unknownOf(event, round * 10_000 + index)],
  ];
  const early = events.filter((event) => !isLast(event));
  const plans = plan(events.length, seed);
  const genuine = events.map((event, index) => {
    const { late = 0, order = 0 } = plans[index] ?? {};
    const when = isLast(event) ? { round: end, order: -1 } : { round: round + late, order };
    return { kind: "genuine" as const, payload: JSON.stringify(event), ...when };
  });
  const others = kinds.flatMap(([kind, count, toPayload], at) =>
    plan(count, seed + at + 1).flatMap(({ late, order, pick }, index) => {
      const all = kind === "again" ? early : events;
      const event = all[pick % all.length];
      return event ? [{ kind, payload: toPayload(event, index), round: round + late, order }] : [];
    }),
  );
  return [...genuine, ...others];
};

const sign = (payload: string, secret: string) => {
  const time = Math.floor(Date.now() / 1_000);
  return `t=${time},v1=${createHmac("sha256", secret).update(`${time}.${payload}`).digest("hex")}`;
};

/** Delivers a webhook until billing confirms it, as the provider does. */
const deliver = async (url: string, payload: string, secret: string): Promise<number> => {
  for (;;) {
    try {
      const headers = { "stripe-signature": sign(payload, secret) };
      const { status } = await fetch(url, { method: "POST", headers, body: payload });
      if (status < 500) return status;
    } catch {
      await sleep(100); // The process was killed and restarts.
    }
  }
};

const parallel = 24;

/** Delivers webhooks in their order, some in parallel, and counts the responses of each kind. */
export const deliverAll = async (
  webhooks: Webhook[],
  {
    url,
    secret,
    onResponse,
  }: { url: string; secret: string; onResponse: (answer: string) => void },
): Promise<void> => {
  const left = webhooks.toSorted((one, other) => one.order - other.order);
  const courier = async () => {
    for (let one = left.pop(); one; one = left.pop()) {
      const forged = one.kind === "forged";
      const status = await deliver(url, one.payload, forged ? `forged-${secret}` : secret);
      onResponse(`${one.kind} ${status}`);
    }
  };
  await Promise.all(Array.from({ length: parallel }, courier));
};
