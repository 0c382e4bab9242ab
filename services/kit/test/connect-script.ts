import { testKafka } from "../src/testing/kafka.ts";

/** Connects its own process to the brokers in the first argument; the second is the topic, the third the library. */
export const connectScript = async () => {
  const [brokers = "", topic = "", client] = process.argv.slice(2);
  const kafka = await testKafka({
    brokers: brokers.split(","),
    client: client === "platformatic" ? client : "kafkajs",
    clientId: "script",
  });
  return { kafka, topic };
};
