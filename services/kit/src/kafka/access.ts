import kafkajs, {
  type AclEntry,
  type AclOperationTypes,
  type AclResourceTypes,
  type Kafka,
} from "kafkajs";
import { type TopicName, topicIn, topics } from "@orbline/proto/topics";
import { asAdmin } from "./operator.ts";
import { deadLetterTopic, retryTopic } from "./topics.ts";

// Node finds no named exports for these.
const { AclPermissionTypes, ResourcePatternTypes } = kafkajs;
const { AclOperationTypes: Operation, AclResourceTypes: Resource } = kafkajs;

/** The state topics that each service writes and consumes. */
const topicAccess: Record<string, { writes: TopicName[]; reads: TopicName[] }> = {
  identity: { writes: ["identity.users"], reads: ["billing.subscriptions"] },
  billing: { writes: ["billing.subscriptions"], reads: ["prediction.guardrails"] },
  prediction: {
    writes: ["prediction.tree_heads", "prediction.guardrails"],
    reads: ["billing.subscriptions"],
  },
  admin: { writes: ["admin.audit_heads"], reads: ["identity.users", "billing.subscriptions"] },
};

/**
 * Grants each service what it needs, and nothing else: to write its own state topics, to consume those of others as its
 * own group, to put what it cannot handle into their dead-letter topics, and to create missing topics. Each service is
 * the Kafka user of its name. Repeatable; `kafka` must be connected as a superuser.
 */
export async function grantTopicAccess(kafka: Kafka, namespace = ""): Promise<void> {
  const acl = Object.keys(topicAccess).flatMap((service) => entriesOf(service, namespace));
  await asAdmin(kafka, (admin) => admin.createAcls({ acl }));
}

function entriesOf(service: string, namespace: string): AclEntry[] {
  const { writes, reads } = topicAccess[service] ?? { writes: [], reads: [] };
  const allow = (type: AclResourceTypes, name: string, ...operations: AclOperationTypes[]) =>
    operations.map((operation): AclEntry => ({
      resourceType: type,
      resourceName: `${namespace}${name}`,
      resourcePatternType: ResourcePatternTypes.LITERAL,
      principal: `User:${service}`,
      host: "*",
      operation,
      permissionType: AclPermissionTypes.ALLOW,
    }));
  const created = Object.values(topics).flatMap((topic) => {
    const { name } = topicIn("", topic);
    return [name, deadLetterTopic(name), retryTopic(name)];
  });
  return [
    ...created.flatMap((name) => allow(Resource.TOPIC, name, Operation.CREATE, Operation.DESCRIBE)),
    ...writes.flatMap((name) => allow(Resource.TOPIC, name, Operation.WRITE)),
    ...reads.flatMap((name) => [
      ...allow(Resource.TOPIC, name, Operation.READ),
      ...allow(Resource.TOPIC, retryTopic(name), Operation.READ),
      ...allow(Resource.TOPIC, deadLetterTopic(name), Operation.WRITE),
    ]),
    ...(reads.length > 0 ? allow(Resource.GROUP, service, Operation.READ) : []),
  ];
}
