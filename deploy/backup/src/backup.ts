import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { dataServices } from "@orbline/kit/mongo/access";
import { auditHead } from "@orbline/proto/states";
import { topicIn, topics } from "@orbline/proto/topics";
import type { KafkaClient, StoredMessage } from "@orbline/kit/kafka/client";
import { dumpDatabase } from "./databases.ts";
import { type Manifest, writeManifest } from "./manifest.ts";
import { type Target, withConnections } from "./target.ts";
import { dumpTopic, newestMessages, runningGroups, stateTopics } from "./topics.ts";

/**
 * Writes all databases and state topics into an empty folder, and last the manifest. The services must be stopped, so
 * that databases and topics belong to the same moment.
 * @throws when a service runs or the folder is not empty
 */
export async function backUp(target: Target, folder: string): Promise<Manifest> {
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new Error(`${folder} is not empty`);
  return withConnections(target, async ({ mongo, kafka }) => {
    await requireStopped(kafka, target.namespace);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const takenAt = new Date().toISOString();
    const collections: Manifest["collections"] = [];
    for (const database of target.databases)
      collections.push(...(await dumpDatabase(mongo, database, folder)));
    const stored: Manifest["topics"] = [];
    let head: Manifest["auditHead"];
    for (const topic of stateTopics(target.namespace)) {
      const messages = await newestMessages(kafka, topic.name);
      stored.push(await dumpTopic(topic, messages, folder));
      if (topic.name === topicIn(target.namespace, topics.auditHeads).name)
        head = newestHead(messages);
    }
    await requireStopped(kafka, target.namespace);
    const manifest: Manifest = {
      format: 1,
      takenAt,
      collections,
      topics: stored,
      ...(head && { auditHead: head }),
    };
    writeManifest(folder, manifest);
    return manifest;
  });
}

/** Longer than the session timeout of a consumer, after which Kafka forgets a process that was killed. */
const goneAfterMs = 10_000;

/**
 * Waits up to ten seconds until no service consumes messages.
 * @throws when a service still does
 */
export async function requireStopped(kafka: KafkaClient, namespace: string): Promise<void> {
  const groups = dataServices.map((service) => `${namespace}${service}`);
  const deadline = Date.now() + goneAfterMs;
  let running = await runningGroups(kafka, groups);
  while (running.length > 0 && Date.now() < deadline) {
    await sleep(500);
    running = await runningGroups(kafka, groups);
  }
  if (running.length > 0)
    throw new Error(`stop the services first: ${running.toSorted().join(", ")} still runs`);
}

function newestHead(messages: StoredMessage[]): Manifest["auditHead"] {
  const heads = messages.flatMap(({ value }) => (value ? [auditHead.decode(value)] : []));
  const newest = heads.toSorted((a, b) => a.number - b.number).at(-1);
  return newest && { number: newest.number, hash: newest.hash };
}
