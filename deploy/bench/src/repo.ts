import { resolve } from "node:path";

/** Root of the checkout. */
export const repoRoot = resolve(import.meta.dirname, "../../..");
