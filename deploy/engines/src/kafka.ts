import { randomBytes } from "node:crypto";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type EngineTls,
  kafkaAccessProperties,
  kafkaClientProperties,
  type KafkaPasswords,
  randomPasswords,
} from "./access.ts";
import { startChild } from "./child.ts";
import { type EngineCommand, onPath, smallJvm } from "./engine-command.ts";
import type { Installation } from "./install.ts";
import { kafka4Dir, kafkaDir } from "./paths.ts";
import { freePort, waitUntilOpen } from "./ports.ts";
import { run } from "./command.ts";
import { hashOf } from "./stamp.ts";

type KafkaPorts = { port: number; controllerPort: number };

/** One of several brokers that keep copies of each other's data. */
export type KafkaNode = {
  /** From 1. */
  id: number;
  /** Controller ports of all brokers, in the order of their ids. */
  controllerPorts: readonly number[];
};

/** Releases of Kafka that the engines can be. */
export type KafkaVersion = "3" | "4";

/** Maven project and logging of a release. */
const releases = {
  3: { dir: kafkaDir, logging: `-Dlog4j.configuration=file:${join(kafkaDir, "log4j.properties")}` },
  4: {
    dir: kafka4Dir,
    logging: `-Dlog4j2.configurationFile=${join(kafka4Dir, "log4j2.properties")}`,
  },
} satisfies Record<KafkaVersion, object>;

/** The release that KAFKA_VERSION chooses: 3.9, or 4.1 with 4. @throws for another value */
export function kafkaVersion(wanted = process.env["KAFKA_VERSION"] || "3"): KafkaVersion {
  if (wanted === "3" || wanted === "4") return wanted;
  throw new Error("KAFKA_VERSION must be 3 or 4");
}

const libOf = (version: KafkaVersion) => join(releases[version].dir, "lib");
const archiveOf = (version: KafkaVersion) => join(libOf(version), "kafka.jsa");

/**
 * A small broker that starts quickly. A new data folder is a copy of the formatted template. With passwords only their
 * users may connect; without them everybody may do everything.
 */
export function kafkaCommand(
  dataDir: string,
  ports: KafkaPorts,
  passwords?: KafkaPasswords,
  {
    tls,
    node,
    version = kafkaVersion(),
  }: { tls?: EngineTls | undefined; node?: KafkaNode; version?: KafkaVersion | undefined } = {},
): EngineCommand {
  const access = passwords ? kafkaAccessProperties(passwords, tls) : "";
  const properties = writeProperties(dataDir, ports, access + (node ? nodeProperties(node) : ""));
  const meta = join(dataDir, "log/meta.properties");
  if (!existsSync(meta)) {
    cpSync(join(libOf(version), "formatted"), join(dataDir, "log"), { recursive: true });
    if (node) writeFileSync(meta, nodeMeta(readFileSync(meta, "utf8"), node));
  }
  return {
    command: "java",
    args: [
      ...jvmFlags(version),
      `-XX:SharedArchiveFile=${archiveOf(version)}`,
      ...classPath(version),
      "kafka.Kafka",
      properties,
    ],
    readyLine: "Kafka Server started",
  };
}

/** The broker's jars, its class archive and a formatted data folder. */
export function kafkaInstallation(version = kafkaVersion()): Installation {
  const { dir } = releases[version];
  const lib = libOf(version);
  return {
    name: version === "3" ? "kafka" : "kafka-4",
    output: lib,
    inputs: () => {
      // The class archive is valid only for the same jars in the same folder and the same Java.
      const java = onPath("java");
      return hashOf(
        [join(dir, "pom.xml"), join(import.meta.dirname, "access.ts")],
        lib,
        java ? realpathSync(java) : "",
      );
    },
    build: async () => {
      rmSync(lib, { recursive: true, force: true });
      await run("mvn", ["-B", "-q", "dependency:copy-dependencies"], { cwd: dir });
      const dataDir = mkdtempSync(join(tmpdir(), "orbline-kafka-"));
      try {
        await makeTemplateAndArchive(dataDir, version);
      } finally {
        rmSync(dataDir, { recursive: true, force: true });
      }
    },
    tool: "maven",
  };
}

const jvmFlags = (version: KafkaVersion) => [
  "-Xms64m",
  "-Xmx256m",
  "-XX:+UseSerialGC",
  ...smallJvm,
  "-Djava.awt.headless=true",
  releases[version].logging,
];

/** Class path as a sorted list, because the class archive is valid only for the same order. */
function classPath(version: KafkaVersion): string[] {
  const lib = libOf(version);
  const jars = readdirSync(lib).filter((name) => name.endsWith(".jar"));
  const files = jars.toSorted().map((name) => join(lib, name));
  return ["-cp", files.join(":")];
}

/** Settings that replace those of a single broker: three copies of everything, of which two must be written. */
function nodeProperties({ id, controllerPorts }: KafkaNode): string {
  const copies = Math.min(3, controllerPorts.length);
  const written = Math.max(1, copies - 1);
  const internal = ["offsets.topic", "transaction.state.log", "share.coordinator.state.topic"];
  return [
    `node.id=${id}`,
    `controller.quorum.voters=${controllerPorts.map((port, index) => `${index + 1}@127.0.0.1:${port}`).join(",")}`,
    `default.replication.factor=${copies}`,
    `min.insync.replicas=${written}`,
    ...internal.map((name) => `${name}.replication.factor=${copies}`),
    // A busy machine would otherwise count as a dead broker.
    "broker.session.timeout.ms=6000",
    "",
  ].join("\n");
}

/** The metadata of the template for another node of the same cluster, whose folder needs its own id. */
function nodeMeta(template: string, { id }: KafkaNode): string {
  const folder = randomBytes(16).toString("base64url");
  return template
    .replace(/^node\.id=.*$/m, `node.id=${id}`)
    .replace(/^directory\.id=.*$/m, `directory.id=${folder}`);
}

/** Writes `server.properties` for these ports into the data folder and returns its path. */
function writeProperties(dataDir: string, ports: KafkaPorts, extra = ""): string {
  mkdirSync(dataDir, { recursive: true });
  const file = join(dataDir, "server.properties");
  const values: Record<string, string> = {
    port: String(ports.port),
    controllerPort: String(ports.controllerPort),
    logDir: join(dataDir, "log"),
  };
  const template = readFileSync(join(kafkaDir, "server.properties"), "utf8");
  const filled = template.replace(/^([^#].*)$/gm, (line) =>
    line.replace(/\$\{(\w+)\}/g, (_, name: string) => values[name] ?? ""),
  );
  writeFileSync(file, `${filled}\n${extra}`, { mode: 0o600 });
  chmodSync(file, 0o600);
  return file;
}

/** Formats a data folder as template, and archives the classes that a broker loads. */
async function makeTemplateAndArchive(dataDir: string, version: KafkaVersion): Promise<void> {
  const ports = { port: await freePort(), controllerPort: await freePort() };
  // The archive must contain the classes of a broker with users, too.
  const passwords = randomPasswords();
  const access = kafkaAccessProperties(passwords);
  const properties = writeProperties(dataDir, ports, `${access}auto.create.topics.enable=true\n`);
  const storageTool = [...classPath(version), "kafka.tools.StorageTool"];
  const uuid = (await run("java", [...storageTool, "random-uuid"])).trim();
  const format = ["format", "-t", uuid.split("\n").at(-1) ?? "", "-c", properties];
  await run("java", [...storageTool, ...format, "--ignore-formatted"]);
  cpSync(join(dataDir, "log"), join(libOf(version), "formatted"), { recursive: true });

  const broker = await startChild({
    command: "java",
    args: [
      ...jvmFlags(version),
      `-XX:ArchiveClassesAtExit=${archiveOf(version)}`,
      ...classPath(version),
      "kafka.Kafka",
      properties,
    ],
    logFile: join(dataDir, "kafka.log"),
  });
  try {
    await waitUntilOpen(ports.port, 60_000, broker.ended);
    if (version === "3") await sendOne(ports.port, passwords);
  } finally {
    await broker.stop("SIGTERM", 60_000);
  }
}

/** Sends a message with Kafka's own tool, so that the archive has the classes for it. Kafka 4 has the tool in another package. */
async function sendOne(port: number, passwords: KafkaPasswords): Promise<void> {
  const target = ["--bootstrap-server", `127.0.0.1:${port}`, "--topic", "warm-up"];
  const login = kafkaClientProperties("operator", passwords).flatMap((property) => [
    "--producer-property",
    property,
  ]);
  const producer = [...classPath("3"), "kafka.tools.ConsoleProducer", ...target, ...login];
  await run("java", producer, { input: "hello\n" });
}
