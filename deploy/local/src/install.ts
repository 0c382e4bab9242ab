import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { runCommand } from "./command.ts";
import { mongoBackend } from "./engine-commands.ts";
import { installKafka, isKafkaInstalled } from "./install-kafka.ts";
import { installMongo, isMongoInstalled } from "./install-mongo.ts";
import { supervisor } from "./install-supervisor.ts";
import { localDir } from "./paths.ts";
import { run } from "./run.ts";

const parts = {
  kafka: { isInstalled: isKafkaInstalled, install: installKafka },
  mongo: {
    isInstalled: () => mongoBackend() === "mongod" || isMongoInstalled(),
    install: installMongo,
  },
  supervisor,
};

/** What can be installed from sources and package registries. */
export type Part = keyof typeof parts;

const missing = (wanted: Part[]) => wanted.filter((part) => !parts[part].isInstalled());

/**
 * Installs what is missing or out of date. Safe to call from several processes at
 * once: a kernel file lock lets one of them install, and is free again however that one ends.
 */
export const ensureInstalled = async (wanted: Part[]): Promise<void> => {
  if (missing(wanted).length === 0) return;
  const bin = join(localDir, "bin");
  mkdirSync(bin, { recursive: true });
  const script = [process.execPath, import.meta.filename, ...wanted];
  await run("flock", [join(bin, ".install.lock"), ...script]);
};

if (import.meta.main) {
  const wanted = process.argv.slice(2).filter((name): name is Part => name in parts);
  // Maven's repository is not safe for two writers, so only Go builds beside it.
  const byMaven = missing(wanted).filter((part) => part !== "supervisor");
  const byGo = missing(wanted).filter((part) => part === "supervisor");
  const inOrder = async (names: Part[]) => {
    for (const name of names) await parts[name].install();
  };
  await runCommand(() => Promise.all([inOrder(byMaven), inOrder(byGo)]));
}
