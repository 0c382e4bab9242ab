/** Partitions of a new topic unless KAFKA_PARTITIONS says otherwise; as many processes of a service can consume it. */
export const defaultPartitions = 12;

/** State topics by their content. Every service creates the missing ones when it starts. */
export const topics = {
  /** identity.v1.UserState, key = user id. */
  users: { name: "identity.users" },
  /** billing.v1.SubscriptionState, key = user id. */
  subscriptions: { name: "billing.subscriptions" },
  /** prediction.v1.TreeHead, key = number of the head; no key is ever deleted, so compaction keeps every record. */
  treeHeads: { name: "prediction.tree_heads", partitions: 1 },
  /** prediction.v1.GuardrailsState, key = user id. */
  guardrails: { name: "prediction.guardrails" },
  /** admin.v1.AuditHead, key = number of the entry; no key is ever deleted. */
  auditHeads: { name: "admin.audit_heads", partitions: 1 },
} as const;

/** Name of a state topic without an installation's namespace. */
export type TopicName = (typeof topics)[keyof typeof topics]["name"];

/**
 * A topic in one installation. `namespace` separates installations that share a broker. `partitions` is the number for
 * topics that have none of their own.
 */
export const topicIn = (
  namespace: string,
  topic: { name: string; partitions?: number },
  partitions: number = defaultPartitions,
) => ({ partitions, ...topic, name: `${namespace}${topic.name}` });
