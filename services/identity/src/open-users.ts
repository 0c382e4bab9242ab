import { connectKafka } from "@orbline/kit/kafka/connection";
import type { Logger } from "@orbline/kit/observability/logger";
import type { Metrics } from "@orbline/kit/observability/metrics";
import { migrate } from "@orbline/kit/mongo/migrations";
import { connectMongo } from "@orbline/kit/mongo/connection";
import { createRelay } from "@orbline/kit/mongo/relay";
import type { Lifecycle } from "@orbline/kit/process/run";
import { topicIn, topics } from "@orbline/proto/topics";
import type { AccountConfig } from "./config.ts";
import { encodeUser } from "./events/encode-user.ts";
import { migrations } from "./store/migrations.ts";
import { mongoUsers } from "./store/mongo-users.ts";
import { toUser, userModel } from "./store/user-document.ts";

/** Connects database and broker and opens the accounts with their relay: what service and commands share. */
export const openUsers = async ({
  config,
  logger,
  metrics,
  lifecycle: { onStop },
  owesMails = () => undefined,
}: {
  config: AccountConfig;
  logger: Logger;
  metrics: Metrics;
  lifecycle: Lifecycle;
  /** Told each account whose change owes mails; a command leaves them to the service. */
  owesMails?: (id: string) => void;
}) => {
  const database = await connectMongo({ url: config.MONGO_URL, logger });
  onStop("database", () => database.close());
  await migrate(database, migrations);

  const brokers = config.KAFKA_BROKERS;
  const kafka = await connectKafka({ brokers, clientId: "identity", logger, metrics });
  onStop("kafka", kafka.close);
  const topic = topicIn(config.NAMESPACE, topics.users);
  await kafka.ensureTopics([topic]);

  const model = userModel(database);
  const relay = createRelay({
    model,
    topic: topic.name,
    source: "identity",
    encode: (document) => (document.deleted ? null : encodeUser(toUser(document))),
    publish: kafka.publish,
    logger,
    metrics,
  });
  onStop("relay", relay.stop);
  relay.start();
  const users = mongoUsers({ model, changed: relay.notify, owesMails });
  return { database, kafka, model, users };
};
