import type { Model } from "mongoose";
import type { AggregateFields } from "./aggregate.ts";
import type { Publish } from "./events.ts";
import type { Logger } from "./logger.ts";

/** Waits before the sweep takes over what the fast path has probably in hand. */
const sweepAgeMs = 5_000;
const sweepEveryMs = 30_000;
const retryEveryMs = 1_000;
const maxParallel = 16;
const maxWaiting = 10_000;

const every = (ms: number, work: () => unknown) => {
  const timer = setInterval(() => void work(), ms);
  timer.unref();
  return timer;
};

/**
 * Publishes the current state of every aggregate that carries a pending mark, then clears the mark. Any number
 * of relays may run: each re-reads after publishing, so the last record of a key ends up the newest state.
 */
export const createRelay = <Document extends AggregateFields>({
  model,
  topic,
  source,
  encode,
  publish,
  logger,
}: {
  model: Model<Document>;
  topic: string;
  source: string;
  encode: (document: Document) => Buffer;
  publish: Publish;
  logger: Logger;
}) => {
  const waiting = new Set<string>();
  const failed = new Set<string>();
  let running = 0;
  let timers: NodeJS.Timeout[] = [];
  let settled: (() => void) | undefined;

  const publishState = (document: Document) =>
    publish({
      topic,
      key: document._id,
      value: encode(document),
      type: document.eventType,
      source,
      seq: document.version,
      time: document.pendingAt ?? new Date(),
    });

  const load = (id: string) => model.findById(id).lean<Document>().exec();

  /** Publishes one aggregate until what was published is what is stored. */
  const relay = async (id: string, force = false): Promise<void> => {
    let document = await load(id);
    if (!document || (document.pending === undefined && !force)) return;
    for (;;) {
      await publishState(document);
      const published = document.version;
      const { matchedCount } = await model.collection.updateOne(
        { _id: id as never, pending: published },
        { $unset: { pending: 1, pendingAt: 1 } },
      );
      if (matchedCount > 0) return;
      document = await load(id);
      if (!document || document.version === published) return;
    }
  };

  const pump = (): void => {
    while (running < maxParallel) {
      const [id] = waiting;
      if (id === undefined) break;
      waiting.delete(id);
      running += 1;
      void relay(id)
        .catch((error: unknown) => {
          if (failed.size < maxWaiting) failed.add(id);
          logger.warn({ err: error, topic }, "publishing failed, trying again");
        })
        .finally(() => {
          running -= 1;
          pump();
        });
    }
    if (running === 0 && waiting.size === 0) settled?.();
  };

  const notify = (id: string): void => {
    if (waiting.size >= maxWaiting) return; // the sweep finds it by its mark
    waiting.add(id);
    pump();
  };

  const sweep = async (minAgeMs = sweepAgeMs): Promise<number> => {
    const before = new Date(Date.now() - minAgeMs);
    const found = await model.collection
      .find({ pendingAt: { $lte: before } }, { projection: { _id: 1 } })
      .sort({ pendingAt: 1 })
      .limit(1_000)
      .toArray();
    for (const { _id } of found) notify(String(_id));
    return found.length;
  };

  return {
    /** Publishes this aggregate soon; never waits and never throws. */
    notify,
    /** Publishes what a crash left behind; answers how many marks it found. */
    sweep,
    /** Publishes every aggregate again, marked or not, before a projection is rebuilt. */
    republishAll: async (): Promise<number> => {
      let count = 0;
      for await (const { _id } of model.collection.find({}, { projection: { _id: 1 } })) {
        await relay(String(_id), true);
        count += 1;
      }
      return count;
    },
    /** Sweeps now and every 30 seconds, and tries failed ones again every second. */
    start: async (): Promise<void> => {
      await sweep(0);
      timers = [
        every(sweepEveryMs, () =>
          sweep().catch((error: unknown) => logger.warn({ err: error, topic }, "sweep failed")),
        ),
        every(retryEveryMs, () => {
          for (const id of failed) waiting.add(id);
          failed.clear();
          pump();
        }),
      ];
    },
    /** Stops the timers and waits for what is being published. */
    stop: async (): Promise<void> => {
      for (const timer of timers) clearInterval(timer);
      if (running === 0) return;
      await new Promise<void>((resolve) => {
        settled = resolve;
      });
    },
  };
};
export type Relay = ReturnType<typeof createRelay>;
