import { join, resolve } from "node:path";

/** Root of the repository. */
export const repoRoot = resolve(import.meta.dirname, "../../..");

/** The folder of this workspace, `deploy/local`. */
export const localDir = join(repoRoot, "deploy/local");

/** Where the broker's jars, class archive and formatted template are kept; git-ignored. */
export const kafkaLib = join(localDir, "kafka/lib");

/** The Mongo-wire server that is used where no `mongod` is on PATH. */
export const devmongoJar = join(localDir, "mongo/target/devmongo.jar");

/** The supervisor, built from its own Go module; git-ignored. */
export const supervisorBinary = join(localDir, "bin/process-compose");

/**
 * Where Node keeps compiled code: tests start hundreds of processes that load the same libraries, and the product some
 * ten, each of which then starts in half the time; git-ignored.
 */
export const compileCache = join(localDir, "bin/compile-cache");
