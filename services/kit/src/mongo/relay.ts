import type { mongo } from "mongoose";
import type { AggregateFields } from "./aggregate.ts";
import type { Publish } from "../kafka/event.ts";
import type { Topic } from "../kafka/topics.ts";
import type { ServiceContext } from "../service-context.ts";
import type { Logger } from "../observability/logger.ts";
import { watchBacklog } from "../observability/instruments.ts";
import type { Metrics } from "../observability/metrics.ts";
import { currentContext, type RequestContext, withContext } from "../observability/context.ts";
import { createIdQueue } from "./id-queue.ts";

/** The sweep skips younger marks; `notify` is already publishing them. */
const sweepAgeMs = 5_000;
const sweepEveryMs = 30_000;
const retryEveryMs = 1_000;
const overdueMs = 60_000;
const stopDeadlineMs = 3_000;
const chunkSize = 100;
const maxWaiting = 10_000;

type Aggregate<Document extends AggregateFields> = {
  collection: mongo.Collection<Document>;
  /** The aggregate's public state; null when it is deleted. Its document is then removed after publishing. */
  encode: (document: Document) => Buffer | null;
  /** Keeps the documents of deleted aggregates as tombstones. */
  keepsDeleted?: boolean | undefined;
};

type Options<Document extends AggregateFields> = Aggregate<Document> & {
  topic: string;
  source: string;
  publish: Publish;
  logger: Logger;
  /** Shows the number and age of unpublished changes. */
  metrics?: Metrics;
};

export type Relay = ReturnType<typeof createRelay>;

/** Publishes the aggregates of one kind to their topic, named without the namespace, until the service stops. */
export function startRelay<Document extends AggregateFields>(
  service: Omit<ServiceContext<{ NAMESPACE: string }>, "connection" | "clock">,
  { topic, ...aggregate }: Aggregate<Document> & { topic: Pick<Topic, "name"> },
): Relay {
  const { name: source, config, kafka, logger, metrics } = service;
  const { publish } = kafka;
  const topicName = `${config.NAMESPACE}${topic.name}`;
  const relay = createRelay({ ...aggregate, topic: topicName, source, publish, logger, metrics });
  service.lifecycle.onStop(`relay of ${topic.name}`, relay.stop);
  relay.start();
  return relay;
}

/**
 * Publishes the current state of every aggregate that carries a pending mark, then clears the mark. Any number of relays
 * may run: each reads again after publishing, so the last record of a key is the newest state.
 */
export function createRelay<Document extends AggregateFields>(options: Options<Document>) {
  const { collection, topic, logger, metrics } = options;
  const publishState = statePublisher(options);
  /** The request that changed an aggregate, so that the message belongs to its trace. */
  const causes = new Map<string, RequestContext>();
  const queue = createIdQueue({
    work: async (id, isDoubtful) => {
      const cause = causes.get(id);
      // A failed publish may have arrived after a newer one, so the state is published again even without a mark.
      const publish = () => publishState(id, { force: isDoubtful });
      await (cause ? withContext(cause, publish) : publish());
      if (causes.get(id) === cause) causes.delete(id);
    },
    onFailure: (id, error) =>
      logger.warn({ err: error, topic, id }, "publishing failed, trying again"),
    maxParallel: 16,
    maxWaiting,
  });
  let timers: NodeJS.Timeout[] = [];
  let sweeping: Promise<number> | undefined;
  let isStopped = false;

  if (metrics)
    watchBacklog({
      metrics,
      name: "relay_pending",
      help: "Changes that wait to be published",
      labels: { topic },
      collection: collection as unknown as mongo.Collection,
      field: "pendingAt",
    });

  const publishMarked = async (minAgeMs: number): Promise<number> => {
    const nowMs = Date.now();
    const marked = (collection as unknown as mongo.Collection<AggregateFields>)
      .find({ pendingAt: { $lte: new Date(nowMs - minAgeMs) } })
      .project<{ _id: string; pendingAt: Date }>({ pendingAt: 1 })
      .sort({ pendingAt: 1 });
    let found = 0;
    let overdue = 0;
    for await (const chunk of inChunks(marked)) {
      if (isStopped) break;
      found += chunk.length;
      overdue += chunk.filter(({ pendingAt }) => nowMs - pendingAt.getTime() > overdueMs).length;
      await Promise.all(chunk.map(({ _id }) => queue.attempt(_id)));
    }
    if (overdue > 0) logger.error({ topic, overdue }, "changes unpublished for over a minute");
    return found;
  };

  const sweep = (minAgeMs = sweepAgeMs): Promise<number> => {
    sweeping ??= publishMarked(minAgeMs).finally(() => {
      sweeping = undefined;
    });
    return sweeping;
  };

  const sweepOrWarn = (minAgeMs?: number) =>
    sweep(minAgeMs).catch((error: unknown) => logger.warn({ err: error, topic }, "sweep failed"));

  return {
    /** Publishes this aggregate soon. Never waits and never throws. When the queue is full, the sweep finds it. */
    notify: (id: string): void => {
      if (isStopped) return;
      const cause = currentContext();
      if (cause && causes.size < maxWaiting) causes.set(id, cause);
      queue.add(id);
    },
    /** Publishes changes that a crash left unpublished. Returns the number of marks; joins a running sweep. */
    sweep,
    /** Sweeps now and every 30 seconds, and retries failures every second. Returns at once. */
    start: (): void => {
      void sweepOrWarn(0);
      timers = [every(sweepEveryMs, sweepOrWarn), every(retryEveryMs, queue.retry)];
    },
    /** Accepts no further ids and waits up to three seconds for messages in flight. The others keep their marks. */
    stop: async (): Promise<void> => {
      isStopped = true;
      for (const timer of timers) clearInterval(timer);
      await queue.whenIdle(stopDeadlineMs);
    },
  };
}

/** Publishes one aggregate until the last published state equals the stored one. */
function statePublisher<Document extends AggregateFields>({
  collection: documents,
  topic,
  source,
  encode,
  keepsDeleted = false,
  publish,
}: Options<Document>) {
  // The driver cannot type the fields of a generic document.
  const collection = documents as unknown as mongo.Collection<AggregateFields>;
  const load = async (id: string) => (await collection.findOne({ _id: id })) as Document | null;
  const send = (document: Document, value: Buffer | null, seq = document.version) =>
    publish({
      topic,
      key: document._id,
      value,
      type: document.eventType,
      source,
      seq,
      time: document.pendingAt ?? new Date(),
    });
  /** Clears the mark, or removes the whole document when it is deleted; false when there is a newer version. */
  const settle = async (document: Document, isDeleted: boolean) => {
    const published = { _id: document._id, pending: document.version };
    if (isDeleted) return (await collection.deleteOne(published)).deletedCount > 0;
    const update = { $unset: { pending: 1, pendingAt: 1 } } as const;
    return (await collection.updateOne(published, update)).matchedCount > 0;
  };
  return async (id: string, { force }: { force: boolean }): Promise<void> => {
    let document = await load(id);
    if (!document || (document.pending === undefined && !force)) return;
    for (;;) {
      const value = encode(document);
      await send(document, value);
      if (await settle(document, value === null && !keepsDeleted)) return;
      const stored = await load(id);
      if (stored?.version === document.version) return;
      // The document was removed in between. The state just published must not be newer than the tombstone.
      if (!stored) return await send(document, null, document.version + 1);
      document = stored;
    }
  };
}

async function* inChunks<T>(items: AsyncIterable<T>): AsyncGenerator<T[]> {
  let chunk: T[] = [];
  for await (const item of items) {
    chunk.push(item);
    if (chunk.length < chunkSize) continue;
    yield chunk;
    chunk = [];
  }
  yield chunk;
}

function every(ms: number, work: () => unknown) {
  const timer = setInterval(() => void work(), ms);
  timer.unref();
  return timer;
}
