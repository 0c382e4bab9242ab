import type { Message, Producer } from "kafkajs";
import { AppError } from "../errors.ts";

type Entry = { message: Message; resolve: () => void; reject: (error: unknown) => void };

const maxBatch = 100;
const maxBatchBytes = 500_000;
const closeDeadlineMs = 2_000;

const unavailable = (message: string, cause?: unknown) =>
  new AppError("unavailable", "kafka.unavailable", message, { cause });

const takeBatch = (waiting: Entry[]): Entry[] => {
  let bytes = 0;
  const end = waiting.findIndex(({ message }, index) => {
    bytes += message.value?.length ?? 0;
    return index > 0 && (index === maxBatch || bytes > maxBatchBytes);
  });
  return waiting.splice(0, end === -1 ? waiting.length : end);
};

/** A promise's own timer: the entry leaves the queue when time is up, unless it is already under way. */
const enqueue = (waiting: Entry[], message: Message, deadlineMs: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      const index = waiting.indexOf(entry);
      if (index !== -1) waiting.splice(index, 1);
      reject(unavailable("the broker did not answer in time"));
    }, deadlineMs);
    const settle =
      <Args extends unknown[]>(then: (...args: Args) => void) =>
      (...args: Args) => {
        clearTimeout(timer);
        then(...args);
      };
    const entry = { message, resolve: settle(resolve), reject: settle(reject) };
    waiting.push(entry);
  });

/**
 * Publishes to one topic with a producer of its own and never more than one request under way: what waits
 * meanwhile goes together in the next. kafkajs 2.2.4 gives the sequence number of a request whose answer was
 * lost to the next request in line, which the broker then takes for a repeat and drops although it
 * acknowledges it; alone, a request's retries are true repeats. Messages of one key keep their order.
 */
export const createLane = (topic: string, connect: () => Promise<Producer>) => {
  const waiting: Entry[] = [];
  let producer: Promise<Producer> | undefined;
  let draining: Promise<void> | undefined;
  let isClosed = false;

  const forgetProducer = async () => {
    const old = producer;
    producer = undefined;
    await old?.then((connected) => connected.disconnect()).catch(() => undefined);
  };

  const send = async (batch: Entry[]) => {
    if (isClosed) throw unavailable("the connection is closed");
    producer ??= connect();
    const connected = await producer;
    await connected.send({ topic, acks: -1, messages: batch.map(({ message }) => message) });
    for (const { resolve } of batch) resolve();
  };

  const sendOrReject = async (batch: Entry[]) => {
    try {
      await send(batch);
    } catch (error) {
      await forgetProducer(); // a new one starts its sequence numbers anew
      const isRefused = (error as { retriable?: boolean }).retriable === false;
      // one message that the broker refuses must not take the others with it
      if (isRefused && batch.length > 1) for (const entry of batch) await sendOrReject([entry]);
      else for (const { reject } of batch) reject(error);
    }
  };

  const drain = async () => {
    while (waiting.length > 0) await sendOrReject(takeBatch(waiting));
    draining = undefined;
  };

  return {
    /** Resolves when the broker has the message; after `deadlineMs` it rejects and may still arrive. */
    publish: (message: Message, deadlineMs: number): Promise<void> => {
      if (isClosed) return Promise.reject(unavailable("the connection is closed"));
      const published = enqueue(waiting, message, deadlineMs);
      draining ??= drain();
      return published;
    },
    /** Gives what is under way two seconds, then disconnects and rejects the rest. */
    close: async (): Promise<void> => {
      let timer: NodeJS.Timeout | undefined;
      const expired = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, closeDeadlineMs);
      });
      await Promise.race([draining, expired]);
      clearTimeout(timer);
      isClosed = true;
      for (const { reject } of waiting.splice(0)) reject(unavailable("the connection is closed"));
      await forgetProducer();
    },
  };
};
/** The way to one topic. */
export type Lane = ReturnType<typeof createLane>;
