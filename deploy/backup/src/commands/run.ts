import { parseArgs } from "node:util";
import type { Manifest } from "../manifest.ts";
import { readTarget, type Target } from "../target.ts";

/**
 * Runs a command on the folder in its option: with the engines that MONGO_URL and KAFKA_BROKERS name, else with those of
 * this checkout. An expected failure prints its message and exits with code 1.
 */
export async function runOnFolder(
  option: "to" | "from",
  usage: string,
  work: (target: Target, folder: string) => Promise<Manifest>,
): Promise<void> {
  try {
    const options = { [option]: { type: "string" }, help: { type: "boolean" } } as const;
    const { values } = parseArgs({ options });
    const folder = values[option];
    if (values["help"] || typeof folder !== "string") return void process.stdout.write(usage);
    const { MONGO_URL, MONGO_URL_FILE, KAFKA_BROKERS } = process.env;
    const manifest =
      (MONGO_URL || MONGO_URL_FILE) && KAFKA_BROKERS
        ? await work(readTarget(process.env), folder)
        : await runLocally(work, folder);
    process.stdout.write(summaryOf(manifest));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}

/** A container has no local engines and no code that starts them. */
async function runLocally(
  work: (target: Target, folder: string) => Promise<Manifest>,
  folder: string,
) {
  const { withLocalEngines } = await import("../local-engines.ts");
  return withLocalEngines((env) => work(readTarget(env), folder));
}

function summaryOf({ takenAt, collections, topics, auditHead }: Manifest): string {
  const databases = [...new Set(collections.map(({ database }) => database))];
  const lines = databases.map((database) => {
    const own = collections.filter((collection) => collection.database === database);
    return `${database}: ${sum(own)} documents in ${own.length} collections`;
  });
  const head = auditHead ? `${auditHead.number}:${auditHead.hash}` : "none";
  return [
    `backup of ${takenAt}`,
    ...lines,
    ...topics.map(({ name, count }) => `${name}: ${count} messages`),
    `audit head: ${head}`,
    "",
  ].join("\n");
}

const sum = (files: { count: number }[]) => files.reduce((total, { count }) => total + count, 0);
