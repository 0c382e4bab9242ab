import type { Message, Producer } from "kafkajs";
import { AppError } from "../errors.ts";

const closeDeadlineMs = 2_000;

export type SerialProducer = ReturnType<typeof serialProducer>;

/**
 * Publishes to one topic with a producer of its own and never more than one request in flight. kafkajs 2.2.4 gives the
 * sequence number of a request whose response was lost to the next request; the broker takes that one for a repeat and
 * drops it, although it acknowledges it. A request that is alone can only repeat itself. Messages of one key keep their
 * order.
 */
export function serialProducer(topic: string, connect: () => Promise<Producer>) {
  let producer: Promise<Producer> | undefined;
  let last: Promise<void> = Promise.resolve();
  let isClosed = false;

  const disconnect = async () => {
    const old = producer;
    producer = undefined;
    await old?.then((connected) => connected.disconnect()).catch(() => undefined);
  };

  const send = async (message: Message) => {
    if (isClosed) throw unavailable("the connection is closed");
    try {
      producer ??= connect();
      await (await producer).send({ topic, acks: -1, messages: [message] });
    } catch (error) {
      await disconnect(); // a new producer starts its own sequence numbers
      throw error;
    }
  };

  return {
    /**
     * Resolves when the broker has the message. Rejects after `deadlineMs`: a message that still waits then is never
     * sent, one in flight may still arrive.
     */
    publish: (message: Message, deadlineMs: number): Promise<void> => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      let isLate = false;
      const timer = setTimeout(() => {
        isLate = true;
        reject(unavailable("the broker did not answer in time"));
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
    /** Gives what waits and is in flight two seconds, then disconnects and rejects the rest. */
    close: async (): Promise<void> => {
      let timer: NodeJS.Timeout | undefined;
      const expired = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, closeDeadlineMs);
      });
      await Promise.race([last, expired]);
      clearTimeout(timer);
      isClosed = true;
      await disconnect();
    },
  };
}

function unavailable(message: string): AppError {
  return new AppError("unavailable", "kafka.unavailable", message);
}
