import type { mongo } from "mongoose";
import { backoffMs } from "../backoff.ts";
import type { Clock } from "../clock.ts";
import type { ServiceContext } from "../service-context.ts";

/** A document whose work is due, leased to one worker. `attempts` counts earlier claims. */
export type DueItem<Document> = {
  id: string;
  document: Document;
  attempts: number;
  leasedUntil: Date;
};

// The driver cannot type fields whose names are variables.
type AnyDocument = mongo.Document & { _id: string };

/** Fields that an update writes besides the due date. */
type Change = { $set?: Record<string, unknown>; $unset?: Record<string, 1> };

export type DueItems<Document extends { _id: string }> = ReturnType<typeof dueItems<Document>>;

const defaultLeaseMs = 60_000;
/** Delays between attempts. */
const retryDelays = { firstMs: 1_000, maxMs: 3_600_000 };
const stopDeadlineMs = 3_000;
/** Concurrent workers each try a random one of the oldest documents, so that they rarely collide. */
const candidates = 10;

type Options<Document extends { _id: string }> = {
  collection: mongo.Collection<Document>;
  clock: Clock;
  /** Name of the date field. Needs a sparse index. */
  dueField?: string;
  /** Name of the field that counts claims. */
  attemptsField?: string;
};

/**
 * Due work: documents of a collection that have an indexed date. A document without that date has no work. A claim
 * moves the date to the end of a lease, so after a crash the work is due again then. Only the holder of the current
 * lease can end or postpone the work. A date that is set during the lease stays and is the next work.
 */
export function dueItems<Document extends { _id: string }>({
  collection,
  clock,
  dueField = "dueAt",
  attemptsField = "attempts",
}: Options<Document>) {
  const documents = collection as unknown as mongo.Collection<AnyDocument>;
  const settle = async (
    { id, leasedUntil }: DueItem<Document>,
    update: mongo.UpdateFilter<AnyDocument>,
  ): Promise<boolean> =>
    (await documents.updateOne({ _id: id, [dueField]: leasedUntil }, update)).matchedCount > 0;

  return {
    /** Claims one of the documents that have been due longest; undefined when no work is due. */
    claim: async (leaseMs = defaultLeaseMs): Promise<DueItem<Document> | undefined> => {
      for (;;) {
        const now = clock.now();
        const due = await documents
          .find({ [dueField]: { $lte: now } })
          .sort({ [dueField]: 1 })
          .limit(candidates)
          .toArray();
        const document = due[Math.floor(Math.random() * due.length)];
        if (!document) return undefined;
        const leasedUntil = new Date(now.getTime() + leaseMs);
        const { matchedCount } = await documents.updateOne(
          { _id: document._id, [dueField]: document[dueField] },
          { $set: { [dueField]: leasedUntil }, $inc: { [attemptsField]: 1 } },
        );
        if (matchedCount > 0)
          return {
            id: document._id,
            document: document as unknown as Document,
            attempts: Number(document[attemptsField] ?? 0),
            leasedUntil,
          };
      }
    },
    /** Ends the work, and applies `change` in the same write. @returns false when the lease was lost */
    done: (item: DueItem<Document>, { $set, $unset }: Change = {}): Promise<boolean> =>
      settle(item, { ...($set && { $set }), $unset: { ...$unset, [dueField]: 1 } }),
    /** Makes the work due again, after a second first, at most after an hour. @returns false when the lease was lost */
    retryLater: (item: DueItem<Document>, $set: Record<string, unknown> = {}): Promise<boolean> => {
      const delayMs = backoffMs(item.attempts, retryDelays);
      const dueAt = new Date(clock.now().getTime() + delayMs);
      return settle(item, { $set: { ...$set, [dueField]: dueAt } });
    },
    /** Milliseconds until the next work is due, 0 or less if some is due now; undefined when there is none. */
    nextInMs: async (): Promise<number | undefined> => {
      const [next] = await documents
        .find({ [dueField]: { $gt: new Date(0) } }, { projection: { [dueField]: 1 } })
        .sort({ [dueField]: 1 })
        .limit(1)
        .toArray();
      return next && (next[dueField] as Date).getTime() - clock.now().getTime();
    },
  };
}

type Job<Document extends { _id: string }> = {
  name: string;
  items: Pick<DueItems<Document>, "claim" | "nextInMs">;
  work: (item: DueItem<Document>) => Promise<unknown>;
  everyMs?: number;
  leaseMs?: number;
  maxParallel?: number;
};

/**
 * Works on due items until the service stops: at once after `wake()`, when the next one becomes due, and every
 * `everyMs` for items of crashed processes. `work` ends each item with `done` or `retryLater`; if it throws, the item
 * is due again when its lease ends.
 */
export function startDueWorker<Document extends { _id: string }>(
  { logger, lifecycle }: Pick<ServiceContext, "logger" | "lifecycle">,
  { name, items, work, everyMs = 15_000, leaseMs = defaultLeaseMs, maxParallel = 4 }: Job<Document>,
): {
  /** Looks for due work now. Never waits and never throws. */
  wake: () => void;
} {
  const running = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let isMissed = false;

  const run = async () => {
    for (;;) {
      if (isStopped) return;
      const item = await items.claim(leaseMs);
      if (!item) return planNext((await items.nextInMs()) ?? everyMs);
      start();
      await work(item);
    }
  };

  const planNext = (inMs: number) => {
    if (isStopped) return;
    clearTimeout(timer);
    timer = setTimeout(start, Math.min(Math.max(inMs, 10), everyMs));
    timer.unref();
  };

  const start = () => {
    if (isStopped || running.size >= maxParallel) return;
    const runner = run()
      .catch((error: unknown) => {
        logger.warn({ err: error, job: name }, "due work failed, trying again later");
        planNext(everyMs);
      })
      .finally(() => {
        running.delete(runner);
        if (!isMissed) return;
        isMissed = false;
        start();
      });
    running.add(runner);
  };

  lifecycle.onStop(name, async () => {
    isStopped = true;
    clearTimeout(timer);
    const deadline = new Promise((resolve) => setTimeout(resolve, stopDeadlineMs).unref());
    await Promise.race([Promise.all(running), deadline]);
  });
  start();
  return {
    wake: () => {
      if (running.size >= maxParallel) isMissed = true;
      else start();
    },
  };
}
