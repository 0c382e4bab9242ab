import { stopIdleTimers } from "@orbline/kit/kafka/timers";
import { type Admin, Kafka, logLevel } from "kafkajs";

stopIdleTimers();

/** A connection for one command, which fails within seconds when no broker answers. */
export const connectBroker = (brokers: string[]): Kafka =>
  new Kafka({
    brokers,
    clientId: "operator",
    connectionTimeout: 3_000,
    retry: { retries: 3 },
    logLevel: logLevel.NOTHING,
  });

/** Runs one piece of work with the rights of an administrator. */
export const asAdmin = async <T>(kafka: Kafka, work: (admin: Admin) => Promise<T>): Promise<T> => {
  const admin = kafka.admin();
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.disconnect();
  }
};
