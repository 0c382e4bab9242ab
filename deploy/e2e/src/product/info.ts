import { type KafkaTarget, operatorTarget } from "@orbline/kit/kafka/target";
import { localRedisUrl } from "@orbline/stack/configuration/environment";
import type { Product } from "@orbline/stack/product";

/** The facts about the running product that tests need; serializable. */
export type ProductInfo = Pick<Product, "url" | "logins" | "settings"> & {
  /** The payment provider's origin: its pages and its control API. */
  sandboxUrl: string;
  stripeSecretKey: string;
  /** Kafka as its superuser. */
  kafka: KafkaTarget;
  /** Redis as its superuser. */
  redisUrl: string;
};

/** Describes a product without its functions. */
export const describeProduct = ({
  url,
  logins,
  settings,
  secrets,
}: Pick<Product, "url" | "logins" | "settings" | "secrets">): ProductInfo => ({
  url,
  logins,
  settings,
  sandboxUrl: `http://127.0.0.1:${settings.ports.STRIPE_SANDBOX_PORT}`,
  stripeSecretKey: secrets.STRIPE_SECRET_KEY,
  kafka: operatorTarget({
    KAFKA_BROKERS: [`127.0.0.1:${settings.ports.KAFKA_PORT}`],
    KAFKA_PASSWORD_OPERATOR: secrets.KAFKA_PASSWORD_OPERATOR,
  }),
  redisUrl: localRedisUrl(settings, secrets, "operator"),
});
