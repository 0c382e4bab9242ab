import { join, resolve } from "node:path";

/** Root of the repository. */
export const repoRoot = resolve(import.meta.dirname, "../../..");

/** The product on Docker. */
export const composePath = join(repoRoot, "docker-compose.yml");

/** Maven project, configuration and jars of the broker. */
export const kafkaDir = join(repoRoot, "deploy/engines/kafka");

/** Maven project and jars of a broker of Kafka 4. */
export const kafka4Dir = join(repoRoot, "deploy/engines/kafka-4");

/** The broker's jars, class archive and formatted template; git-ignored. */
export const kafkaLib = join(kafkaDir, "lib");

/** Maven project of devmongo. */
export const devmongoDir = join(repoRoot, "deploy/devmongo");

/** The built server; git-ignored. */
export const devmongoJar = join(devmongoDir, "target/devmongo.jar");

/** Files that our commands build and reuse in later runs; git-ignored. */
export const cacheDir = join(repoRoot, ".cache");

/** Node's cache of compiled code; git-ignored. Processes of the product and of tests start in half the time with it. */
export const compileCache = join(cacheDir, "node");
