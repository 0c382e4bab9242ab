import type { EventRecord } from "@orbline/kit/kafka/event";
import { createLogger } from "@orbline/kit/observability/logger";
import { connectMongo } from "@orbline/kit/mongo/connection";
import { readTopic, testKafka } from "@orbline/kit/testing/kafka";
import { topicIn, topics } from "@orbline/proto/topics";

const logger = createLogger({ service: "test", level: "silent" });

/** The accounts in the database. */
export const openAccounts = async (mongoUrl: string) => {
  const database = await connectMongo({ url: mongoUrl, logger });
  const users = database.collection<{ [field: string]: unknown }>("users");
  const waitlist = database.collection<{ [field: string]: unknown }>("waitlist_entries");
  /** Every document of every collection, as text. */
  const everything = async () => {
    const names = (await database.listCollections()).map(({ name }) => name);
    const all = names.map((name) => database.collection(name).find({}).toArray());
    return JSON.stringify(await Promise.all(all));
  };
  return { users, waitlist, everything, close: () => database.close() };
};

/** Reads `identity.users` from its beginning and writes to `billing.subscriptions`, as other services do. */
export const openTopics = async (brokers: string[], namespace: string) => {
  const kafka = await testKafka({ brokers });
  const states = topicIn(namespace, topics.users, 3);
  const subscriptions = topicIn(namespace, topics.subscriptions, 3);
  await kafka.ensureTopics([states, subscriptions]);
  const records = await readTopic(kafka, states.name);
  return {
    records,
    publishSubscription: (record: Pick<EventRecord, "key" | "value" | "seq">) =>
      kafka.publish({
        ...record,
        topic: subscriptions.name,
        type: "subscription.updated",
        source: "billing",
        time: new Date(),
      }),
    close: kafka.close,
  };
};
