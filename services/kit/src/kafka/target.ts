import { readFileSync } from "node:fs";
import { defaultPartitions } from "@orbline/proto/topics";
import { z } from "zod";

/** Settings by which a process reaches Kafka. */
export const kafkaSettings = {
  /** The library that talks to Kafka. */
  KAFKA_CLIENT: z.enum(["kafkajs", "platformatic"]).default("kafkajs"),
  KAFKA_BROKERS: z
    .string()
    .transform((text) => text.split(",").map((broker) => broker.trim()))
    .refine((brokers) => brokers.every(Boolean), "must be host:port, more than one with commas"),
  KAFKA_SASL_MECHANISM: z.enum(["plain", "scram-sha-256", "scram-sha-512"]).default("plain"),
  KAFKA_SASL_USERNAME: z.string().default(""),
  KAFKA_SASL_PASSWORD: z.string().default(""),
  /** Whether connections use TLS, by default with the certificate authorities of Node. */
  KAFKA_TLS: z.stringbool().default(false),
  /** PEM files: an authority of your own; certificate and key of this client, if the broker asks for one. */
  KAFKA_TLS_CA: z.string().default(""),
  KAFKA_TLS_CERT: z.string().default(""),
  KAFKA_TLS_KEY: z.string().default(""),
  /** Partitions of the topics that a service creates; a topic that exists keeps its own. */
  KAFKA_PARTITIONS: z.coerce.number().int().min(1).max(1_000).default(defaultPartitions),
};

/** The parsed settings; those with a default may be missing, as in a test. */
export type KafkaSettings = Pick<KafkaOutput, "KAFKA_BROKERS"> & Partial<KafkaOutput>;
type KafkaOutput = z.output<z.ZodObject<typeof kafkaSettings>>;

/** Addresses of the brokers, and how to prove to them who calls. */
export type KafkaTarget = {
  /** By default kafkajs. */
  client?: KafkaOutput["KAFKA_CLIENT"];
  brokers: string[];
  ssl?: { ca?: Buffer; cert?: Buffer; key?: Buffer };
  sasl?: { mechanism: KafkaOutput["KAFKA_SASL_MECHANISM"]; username: string; password: string };
};

/** The target of these settings. @throws when a TLS file cannot be read */
export function kafkaTarget(config: KafkaSettings): KafkaTarget {
  const { KAFKA_TLS_CA: ca, KAFKA_TLS_CERT: cert, KAFKA_TLS_KEY: key } = config;
  const ssl = {
    ...(ca && { ca: readFileSync(ca) }),
    ...(cert && { cert: readFileSync(cert) }),
    ...(key && { key: readFileSync(key) }),
  };
  const username = config.KAFKA_SASL_USERNAME;
  const password = config.KAFKA_SASL_PASSWORD;
  const mechanism = config.KAFKA_SASL_MECHANISM ?? "plain";
  return {
    brokers: config.KAFKA_BROKERS,
    ...(config.KAFKA_CLIENT && { client: config.KAFKA_CLIENT }),
    ...(config.KAFKA_TLS && { ssl }),
    ...(username && password && { sasl: { mechanism, username, password } }),
  };
}

/** Settings of an operator's command; the defaults are those of the product that `make up` starts. */
export const operatorSettings = {
  ...kafkaSettings,
  KAFKA_BROKERS: kafkaSettings.KAFKA_BROKERS.default(["127.0.0.1:19092"]),
  /** The password of the user `operator` that `make up` makes, in `secrets.env`. */
  KAFKA_PASSWORD_OPERATOR: z.string().default(""),
};

/** The target of an operator's command: as the user in the settings, else as `operator`. */
export function operatorTarget({
  KAFKA_PASSWORD_OPERATOR = "",
  ...config
}: KafkaSettings & { KAFKA_PASSWORD_OPERATOR?: string | undefined }): KafkaTarget {
  const operator = {
    KAFKA_SASL_USERNAME: "operator",
    KAFKA_SASL_PASSWORD: KAFKA_PASSWORD_OPERATOR,
  };
  return kafkaTarget(config.KAFKA_SASL_USERNAME ? config : { ...config, ...operator });
}
