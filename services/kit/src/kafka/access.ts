import { type TopicName, topicIn, topics } from "@orbline/proto/topics";
import type { KafkaClient, Permission } from "./client.ts";
import { type DataService, dataServices } from "../mongo/access.ts";
import { deadLetterTopic, retryTopic } from "./topics.ts";

/** The state topics that each service writes and consumes. */
const topicAccess = {
  identity: { writes: ["identity.users"], reads: ["billing.subscriptions"] },
  billing: { writes: ["billing.subscriptions"], reads: ["prediction.guardrails"] },
  prediction: {
    writes: ["prediction.tree_heads", "prediction.guardrails"],
    reads: ["billing.subscriptions"],
  },
  admin: { writes: ["admin.audit_heads"], reads: ["identity.users", "billing.subscriptions"] },
} as const satisfies Record<DataService, { writes: TopicName[]; reads: TopicName[] }>;

/** The state topics that a service consumes. */
export type ConsumedTopic<Service extends DataService> =
  (typeof topicAccess)[Service]["reads"][number];

/** The services that consume a topic: each pair can have dead letters. */
export const consumedTopics = dataServices.flatMap((service) =>
  topicAccess[service].reads.map((topic) => ({ service, topic })),
);

/** The topics of all dead letters and of their replays. */
export const deadLetterTopics = [...new Set(consumedTopics.map(({ topic }) => topic))].flatMap(
  (topic) => [deadLetterTopic(topic), retryTopic(topic)],
);

/** The group in which admin reads the dead letters of all services. */
export const deadLetterGroup = "admin.dead_letters";

/**
 * Grants each service what it needs, and nothing else: to write its own state topics, to consume those of others as its
 * own group, to put what it cannot handle into their dead-letter topics, and to create missing topics. Admin also reads
 * all dead letters and their replays. Each service is the Kafka user of its name. Repeatable; `kafka` must be the client
 * of a superuser.
 */
export async function grantTopicAccess(kafka: KafkaClient, namespace = ""): Promise<void> {
  const permissions = dataServices.flatMap((service) => permissionsOf(service, namespace));
  await kafka.asAdmin((admin) => admin.allow(permissions));
}

function permissionsOf(user: DataService, namespace: string): Permission[] {
  const { writes, reads } = topicAccess[user];
  const allow = (
    resource: Permission["resource"],
    name: string,
    ...operations: Permission["operation"][]
  ) =>
    operations.map((operation): Permission => ({
      user,
      resource,
      name: `${namespace}${name}`,
      operation,
    }));
  const created = Object.values(topics).flatMap((topic) => {
    const { name } = topicIn("", topic);
    return [name, deadLetterTopic(name), retryTopic(name)];
  });
  return [
    ...created.flatMap((name) => allow("topic", name, "create", "describe")),
    ...writes.flatMap((name) => allow("topic", name, "write")),
    ...reads.flatMap((name) => [
      ...allow("topic", name, "read"),
      ...allow("topic", retryTopic(name), "read"),
      ...allow("topic", deadLetterTopic(name), "write"),
    ]),
    ...allow("group", user, "read"),
    ...(user === "admin"
      ? [
          ...allow("group", deadLetterGroup, "read"),
          ...deadLetterTopics.flatMap((name) => allow("topic", name, "read")),
        ]
      : []),
  ];
}
