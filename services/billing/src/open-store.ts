import type { KafkaConnection } from "@orbline/kit/kafka";
import type { Logger } from "@orbline/kit/logger";
import type { Metrics } from "@orbline/kit/metrics";
import { migrate } from "@orbline/kit/migrations";
import { connectMongo } from "@orbline/kit/mongo";
import { createRelay } from "@orbline/kit/relay";
import type { Lifecycle } from "@orbline/kit/run";
import { topicIn, topics } from "@orbline/proto/topics";
import type { Config } from "./config.ts";
import { accessOf, type AccessRules } from "./domain/access.ts";
import { encodeState } from "./events/encode-state.ts";
import { measureInbox } from "./measure-inbox.ts";
import { migrations } from "./store/migrations.ts";
import { mongoCheckouts } from "./store/mongo-checkouts.ts";
import { mongoSubscriptions } from "./store/mongo-subscriptions.ts";
import { anyTrialCard, mongoTrialCards } from "./store/mongo-trial-cards.ts";
import { mongoWebhookInbox } from "./store/mongo-webhook-inbox.ts";
import { subscriptionModel, toSubscription } from "./store/subscription-schema.ts";
import type { Clock } from "./use-cases/ports.ts";

/** Opens billing's database and the relay that publishes every change of a subscription. */
export const openStore = async ({
  config,
  kafka,
  clock,
  rules,
  logger,
  metrics,
  lifecycle: { onStop },
}: {
  config: Config;
  kafka: KafkaConnection;
  clock: Clock;
  rules: AccessRules;
  logger: Logger;
  metrics: Metrics;
  lifecycle: Lifecycle;
}) => {
  const connection = await connectMongo({ url: config.MONGO_URL, logger });
  onStop("database", () => connection.close());
  await migrate(connection, migrations);
  const topic = topicIn(config.NAMESPACE, topics.subscriptions);
  await kafka.ensureTopics([topic]);
  const relay = createRelay({
    model: subscriptionModel(connection),
    topic: topic.name,
    source: "billing",
    encode: (document) =>
      encodeState(document._id, accessOf(toSubscription(document), clock.now(), rules)),
    publish: kafka.publish,
    logger,
    metrics,
  });
  measureInbox({ metrics, inbox: connection.collection("webhook_inbox") });
  onStop("relay", relay.stop);
  await relay.start();
  return {
    connection,
    subscriptions: mongoSubscriptions({ connection, clock, rules, changed: relay.notify }),
    checkouts: mongoCheckouts({ connection }),
    trialCards: config.TRIAL_ONCE_PER_CARD ? mongoTrialCards({ connection }) : anyTrialCard,
    inbox: mongoWebhookInbox({ connection }),
  };
};
