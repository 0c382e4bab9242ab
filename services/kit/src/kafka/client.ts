import type { Logger } from "../observability/logger.ts";
import type { KafkaTarget } from "./target.ts";

// The port to a Kafka library: everything that the product asks of one. Each library has an adapter in its own folder.

/** A message to send. A null `value` is a tombstone. */
export type KafkaMessage = {
  key: string | Buffer | null;
  value: Buffer | null;
  headers: Record<string, string | Buffer>;
  /** Milliseconds since the epoch; without it the time of sending. */
  timestamp?: string;
};

/** A message in a topic. */
export type StoredMessage = {
  topic: string;
  partition: number;
  offset: string;
  key: Buffer | null;
  value: Buffer | null;
  headers: Record<string, Buffer>;
  /** Milliseconds since the epoch. */
  timestamp: string;
};

export type KafkaClient = {
  /** Runs `work` with a connected admin client. */
  asAdmin: <T>(work: (admin: KafkaAdmin) => Promise<T>) => Promise<T>;
  connectProducer: () => Promise<KafkaProducer>;
  /** Consumes topics as one group, one message at a time. A new group begins with the oldest message. */
  startConsumer: (options: ConsumerOptions) => Promise<KafkaConsumer>;
  /** Calls `onMessage` with every message that these topics contain now, in the order of each partition. */
  readTopics: (topics: string[], onMessage: (message: StoredMessage) => void) => Promise<void>;
};

/** An idempotent producer. It chooses a key's partition as Kafka's own Java client does. */
export type KafkaProducer = {
  /** Resolves when all in-sync replicas have the messages. Retries an outage until `disconnect` is called. */
  send: (topic: string, messages: KafkaMessage[]) => Promise<void>;
  disconnect: () => Promise<void>;
};

export type ConsumerOptions = {
  groupId: string;
  topics: string[];
  /**
   * Handles one message. `heartbeat` rejects once another member may have the partition. Rejects only when `signal`
   * aborts, the group is rebalancing, or the message cannot be moved to the dead letters; it is then delivered again.
   */
  handle: (message: StoredMessage, heartbeat: Heartbeat, signal: AbortSignal) => Promise<void>;
  /** Called after each response to a fetch, also an empty one. */
  onFetch: () => void;
  /** Called once when the consumer cannot continue, such as without permission. It survives outages. */
  fail: (error: Error) => void;
  logger: Logger;
};

export type Heartbeat = () => Promise<void>;

export type KafkaConsumer = {
  /**
   * Lets the current handler finish, then leaves the group; the next member gets a message that waits for an outage to
   * end. Waits at most one session timeout for a broker that does not respond, and joins no group after that.
   */
  close: () => Promise<void>;
};

export type KafkaAdmin = {
  /** Number of brokers that know each other. */
  countBrokers: () => Promise<number>;
  listTopics: () => Promise<string[]>;
  /** Partitions of these topics. @throws when one does not exist */
  describeTopics: (topics: string[]) => Promise<Record<string, Partition[]>>;
  /** Creates topics with the broker's number of replicas. Ignores existing ones. */
  createTopics: (topics: NewTopic[]) => Promise<void>;
  /** The first offset of each partition, and the one after the last. */
  listOffsets: (topic: string) => Promise<{ partition: number; low: string; high: string }[]>;
  /** Number of running members of each of these groups. */
  countMembers: (groups: string[]) => Promise<Record<string, number>>;
  /** Sets the next offsets of a group without members. */
  setOffsets: (
    group: string,
    topic: string,
    partitions: { partition: number; offset: string }[],
  ) => Promise<void>;
  allow: (permissions: Permission[]) => Promise<void>;
};

/** `leader` is negative while there is none. */
export type Partition = { leader: number; inSync: number[] };

export type NewTopic = { name: string; partitions: number; settings: Record<string, string> };

/** Lets the user of this name do something with one topic or group. */
export type Permission = {
  user: string;
  resource: "topic" | "group";
  name: string;
  operation: "read" | "write" | "create" | "describe";
};

export type ClientOptions = KafkaTarget & {
  clientId: string;
  /** Attempts after a failed one, and the pauses between them. */
  retry: { retries: number; firstMs: number; maxMs: number };
  /** Gets the library's own messages. */
  logger?: Logger;
};

/** Times of a consumer group; the same for all libraries. */
export const groupTimes = {
  sessionMs: 6_000,
  heartbeatMs: 1_500,
  rebalanceMs: 15_000,
  /** New messages arrive at once. This is the poll interval of an idle consumer and the delay of a leaving one. */
  maxWaitMs: 2_000,
};
