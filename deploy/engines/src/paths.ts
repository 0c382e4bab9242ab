import { join, resolve } from "node:path";

/** Root of the repository. */
export const repoRoot = resolve(import.meta.dirname, "../../..");

/** The topology on Docker. */
export const composePath = join(repoRoot, "docker-compose.yml");

/** Maven project, configuration and jars of the broker. */
export const kafkaDir = join(repoRoot, "deploy/engines/kafka");

/** Where the broker's jars, class archive and formatted template are kept; git-ignored. */
export const kafkaLib = join(kafkaDir, "lib");

/** Maven project of the Mongo-wire server that is used where no `mongod` is on PATH. */
export const devmongoDir = join(repoRoot, "deploy/devmongo");

/** The built server; git-ignored. */
export const devmongoJar = join(devmongoDir, "target/devmongo.jar");

/** What our commands build or remember for the next run; git-ignored. */
export const cacheDir = join(repoRoot, ".cache");

/**
 * Where Node keeps compiled code: tests start hundreds of processes that load the same libraries, and the product some
 * ten, each of which then starts in half the time; git-ignored.
 */
export const compileCache = join(cacheDir, "node");
