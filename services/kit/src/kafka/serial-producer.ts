import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "../errors.ts";
import type { KafkaMessage, KafkaProducer } from "./client.ts";

const closeDeadlineMs = 2_000;

export type SerialProducer = ReturnType<typeof serialProducer>;

/**
 * Publishes to one topic, in order, with one request in flight. kafkajs 2.2.4 reuses the sequence number of a request whose
 * response was lost; the broker then acknowledges the next request but drops it as a duplicate. A single request can
 * only duplicate itself.
 */
export function serialProducer(topic: string, connect: () => Promise<KafkaProducer>) {
  let producer: Promise<KafkaProducer> | undefined;
  let last: Promise<void> = Promise.resolve();
  let isClosed = false;

  const disconnect = async () => {
    const old = producer;
    producer = undefined;
    await old?.then((connected) => connected.disconnect()).catch(() => undefined);
  };

  const send = async (message: KafkaMessage) => {
    if (isClosed) throw unavailable("the connection is closed");
    try {
      producer ??= connect();
      await (await producer).send(topic, [message]);
    } catch (error) {
      await disconnect(); // A new producer starts its own sequence numbers.
      throw error;
    }
  };

  return {
    /**
     * Resolves when the broker has the message. Rejects after `deadlineMs`; a message that is still in the queue is
     * then never sent, but one in flight may still arrive.
     */
    publish: (message: KafkaMessage, deadlineMs: number): Promise<void> => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      let isLate = false;
      const timer = setTimeout(() => {
        isLate = true;
        reject(unavailable("the broker did not respond in time"));
      }, deadlineMs);
      last = last.then(async () => {
        try {
          if (!isLate) await send(message);
          resolve();
        } catch (error) {
          reject(error);
        } finally {
          clearTimeout(timer);
        }
      });
      return promise;
    },
    /** Waits two seconds for messages in the queue and in flight, then disconnects and rejects the rest. */
    close: async (): Promise<void> => {
      await Promise.race([last, sleep(closeDeadlineMs, undefined, { ref: false })]);
      isClosed = true;
      await disconnect();
    },
  };
}

function unavailable(message: string): AppError {
  return new AppError("unavailable", "kafka.unavailable", message);
}
