import { cpSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startChild } from "./child.ts";
import { kafkaClassPath, kafkaJvmFlags, onPath, writeKafkaProperties } from "./engine-commands.ts";
import { kafkaLib, localDir } from "./paths.ts";
import { freePort, waitUntilOpen } from "./ports.ts";
import { run } from "./run.ts";
import { hashOf, isStamped, stamp } from "./stamp.ts";

const stampFile = join(kafkaLib, ".stamp");

/** The archive is only valid for the same jars, at the same place, in the same Java. */
const inputs = () => {
  const java = onPath("java");
  return hashOf([join(localDir, "kafka/pom.xml")], kafkaLib, java ? realpathSync(java) : "");
};

/** True if the broker's jars, class archive and formatted template are there and current. */
export const isKafkaInstalled = (): boolean => isStamped(stampFile, inputs());

const produceOneMessage = (port: number) => {
  const target = ["--bootstrap-server", `127.0.0.1:${port}`, "--topic", "warm-up"];
  const args = ["-cp", kafkaClassPath(), "kafka.tools.ConsoleProducer", ...target];
  return run("java", args, { input: "hello\n" });
};

/** Formats a data folder, keeps it as template, and records the classes that a broker loads. */
const makeArchiveAndTemplate = async (dataDir: string) => {
  const ports = { port: await freePort(), controllerPort: await freePort() };
  const extra = "\nauto.create.topics.enable=true\n";
  const properties = writeKafkaProperties(dataDir, ports, extra);
  const classPath = ["-cp", kafkaClassPath()];
  const uuid = (await run("java", [...classPath, "kafka.tools.StorageTool", "random-uuid"])).trim();
  const format = ["format", "-t", uuid.split("\n").at(-1) ?? "", "-c", properties];
  await run("java", [...classPath, "kafka.tools.StorageTool", ...format, "--ignore-formatted"]);
  cpSync(join(dataDir, "log"), join(kafkaLib, "formatted"), { recursive: true });

  const archive = `-XX:ArchiveClassesAtExit=${join(kafkaLib, "kafka.jsa")}`;
  const args = [...kafkaJvmFlags, archive, ...classPath, "kafka.Kafka", properties];
  const logFile = join(dataDir, "kafka.log");
  const broker = await startChild({ command: "java", args, logFile });
  try {
    await waitUntilOpen(ports.port, 60_000, broker.ended);
    await produceOneMessage(ports.port);
  } finally {
    await broker.stop("SIGTERM", 60_000);
  }
};

/** Fetches the broker's jars and prepares its class archive and formatted template. */
export const installKafka = async (): Promise<void> => {
  rmSync(kafkaLib, { recursive: true, force: true });
  const maven = ["-B", "-q", "dependency:copy-dependencies"];
  await run("mvn", maven, { cwd: join(localDir, "kafka") });
  const dataDir = mkdtempSync(join(tmpdir(), "orbline-kafka-"));
  try {
    await makeArchiveAndTemplate(dataDir);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
  stamp(stampFile, inputs());
};
