import type { KafkaConnection } from "@orbline/kit/kafka/connection";
import type { Logger } from "@orbline/kit/observability/logger";
import type { Metrics } from "@orbline/kit/observability/metrics";
import { migrate } from "@orbline/kit/mongo/migrations";
import { connectMongo } from "@orbline/kit/mongo/connection";
import { createRelay } from "@orbline/kit/mongo/relay";
import type { Lifecycle } from "@orbline/kit/process/run";
import { topicIn, topics } from "@orbline/proto/topics";
import type { Config } from "./config.ts";
import { accessOf, type AccessRules } from "./domain/access.ts";
import { isErased } from "./domain/erase.ts";
import { encodePayment } from "./events/encode-payment.ts";
import { encodeState } from "./events/encode-state.ts";
import { measureInbox } from "./measure-inbox.ts";
import { migrations } from "./store/migrations.ts";
import { mongoCheckouts } from "./store/mongo-checkouts.ts";
import { mongoErasedUsers } from "./store/mongo-erased-users.ts";
import { mongoConversions } from "./store/mongo-conversions.ts";
import { mongoPayments } from "./store/mongo-payments.ts";
import { mongoSubscriptions } from "./store/mongo-subscriptions.ts";
import { anyTrialCard, mongoTrialCards } from "./store/mongo-trial-cards.ts";
import { mongoWebhookInbox } from "./store/mongo-webhook-inbox.ts";
import { paymentModel, toPayment } from "./store/payment-schema.ts";
import { subscriptionModel, toSubscription } from "./store/subscription-schema.ts";
import type { Clock } from "./use-cases/ports.ts";

/** Opens billing's database and the relays that publish every change of a subscription and of a payment. */
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
  const paymentTopic = topicIn(config.NAMESPACE, topics.payments);
  await kafka.ensureTopics([topic, paymentTopic]);
  const common = { source: "billing", publish: kafka.publish, logger, metrics };
  const relay = createRelay({
    ...common,
    model: subscriptionModel(connection),
    topic: topic.name,
    encode: (document) => {
      const state = toSubscription(document);
      return isErased(state)
        ? null
        : encodeState(state.userId, accessOf(state, clock.now(), rules));
    },
  });
  const paymentRelay = createRelay({
    ...common,
    model: paymentModel(connection),
    topic: paymentTopic.name,
    encode: (document) => encodePayment(toPayment(document)),
  });
  measureInbox({ metrics, inbox: connection.collection("webhook_inbox") });
  onStop("relay", relay.stop);
  onStop("payment relay", paymentRelay.stop);
  relay.start();
  paymentRelay.start();
  return {
    connection,
    subscriptions: mongoSubscriptions({ connection, clock, rules, changed: relay.notify }),
    records: mongoPayments({ connection, changed: paymentRelay.notify }),
    conversions: mongoConversions({ connection }),
    checkouts: mongoCheckouts({ connection }),
    erasedUsers: mongoErasedUsers({ connection }),
    trialCards: config.TRIAL_ONCE_PER_CARD ? mongoTrialCards({ connection }) : anyTrialCard,
    inbox: mongoWebhookInbox({ connection }),
  };
};
