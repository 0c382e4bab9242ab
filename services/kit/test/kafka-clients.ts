/** The libraries that KAFKA_CLIENT names; tests of Kafka run with each. */
export const kafkaClients = ["kafkajs", "platformatic"] as const;

export type KafkaLibrary = (typeof kafkaClients)[number];
