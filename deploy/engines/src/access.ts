import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";

/** Passwords of Kafka's users by name. `broker` and `operator` may do everything, others what is granted to them. */
export type KafkaPasswords = Record<"broker" | "operator", string> & Record<string, string>;

/** PEM files with which an engine serves TLS. */
export type EngineTls = { cert: string; key: string };

/** Broker settings that admit only users with a password, and let them do only what was granted. */
export function kafkaAccessProperties(passwords: KafkaPasswords, tls?: EngineTls): string {
  const jaas = (users: KafkaPasswords) =>
    [
      "org.apache.kafka.common.security.plain.PlainLoginModule required",
      `username="broker" password="${users.broker}"`,
      ...Object.entries(users).map(([name, password]) => `user_${name}="${password}"`),
    ].join(" ");
  return [
    `listener.security.protocol.map=CLIENT:${tls ? "SASL_SSL" : "SASL_PLAINTEXT"},CONTROLLER:SASL_PLAINTEXT`,
    ...(tls ? tlsProperties(tls) : []),
    "sasl.enabled.mechanisms=PLAIN",
    "sasl.mechanism.inter.broker.protocol=PLAIN",
    "sasl.mechanism.controller.protocol=PLAIN",
    `listener.name.client.plain.sasl.jaas.config=${jaas(passwords)};`,
    // Clients may call the controller too, so it needs the same users.
    `listener.name.controller.plain.sasl.jaas.config=${jaas(passwords)};`,
    "authorizer.class.name=org.apache.kafka.metadata.authorizer.StandardAuthorizer",
    "super.users=User:broker;User:operator",
    "",
  ].join("\n");
}

function tlsProperties({ cert, key }: EngineTls): string[] {
  return [
    "ssl.keystore.type=PEM",
    `ssl.keystore.certificate.chain=${inline(cert)}`,
    `ssl.keystore.key=${inline(key)}`,
    "ssl.truststore.type=PEM",
    `ssl.truststore.certificates=${inline(cert)}`,
  ];
}

/** The content of a PEM file as a property's value, with a backslash and an n for each line break. */
function inline(file: string): string {
  return readFileSync(file, "utf8").trim().replaceAll("\n", "\\n");
}

/** The client settings of one user, for Kafka's own tools. */
export function kafkaClientProperties(name: string, passwords: KafkaPasswords): string[] {
  const login = `username="${name}" password="${passwords[name]}"`;
  return [
    "security.protocol=SASL_PLAINTEXT",
    "sasl.mechanism=PLAIN",
    `sasl.jaas.config=org.apache.kafka.common.security.plain.PlainLoginModule required ${login};`,
  ];
}

/** Random passwords for these users and the superusers. */
export function randomPasswords(...names: string[]): KafkaPasswords {
  const others = Object.fromEntries(names.map((name) => [name, random()]));
  return { ...others, broker: random(), operator: random() };
}

function random(): string {
  return randomBytes(24).toString("base64url");
}
