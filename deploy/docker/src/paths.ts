import { join, resolve } from "node:path";

/** Root of the repository. */
export const repoRoot = resolve(import.meta.dirname, "../../..");

/** The topology on Docker. */
export const composePath = join(repoRoot, "docker-compose.yml");
