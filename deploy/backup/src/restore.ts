import type { KafkaClient } from "@orbline/kit/kafka/client";
import type { Connection } from "mongoose";
import { requireStopped } from "./backup.ts";
import { collectionsIn, loadCollection } from "./databases.ts";
import { type Manifest, readManifest } from "./manifest.ts";
import { type Target, withConnections } from "./target.ts";
import { loadTopics, topicsWithMessages } from "./topics.ts";

/**
 * Restores a backup into empty engines: first the databases, then the topics. Consumers then read the topics from the
 * beginning, so projections follow. The services must be stopped.
 * @throws before the first write when a file is damaged, a service runs, or a database or topic is not empty
 */
export async function restore(target: Target, folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder);
  await withConnections(target, async ({ mongo, kafka }) => {
    await requireStopped(kafka, target.namespace);
    await requireEmpty(mongo, kafka, manifest);
    for (const collection of manifest.collections) await loadCollection(mongo, collection, folder);
    await loadTopics(kafka, manifest.topics, folder);
  });
  return manifest;
}

async function requireEmpty(
  mongo: Connection,
  kafka: KafkaClient,
  manifest: Manifest,
): Promise<void> {
  const databases = new Set(manifest.collections.map(({ database }) => database));
  for (const database of databases) {
    const found = await collectionsIn(mongo, database);
    if (found.length > 0)
      throw new Error(`the database ${database} is not empty: it has ${found.join(", ")}`);
  }
  const names = manifest.topics.map(({ name }) => name);
  const filled = await topicsWithMessages(kafka, names);
  if (filled.length > 0) throw new Error(`topics are not empty: ${filled.join(", ")}`);
}
