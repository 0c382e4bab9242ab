import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { goProgram } from "@orbline/engines/install";
import { cacheDir } from "@orbline/engines/paths";
import { type Summary, summarySchema } from "./summary.ts";

const folder = join(import.meta.dirname, "..");
const binary = join(cacheDir, "bin/k6");

/** The load generator, built from its pinned Go module. */
export const k6 = goProgram({
  project: join(folder, "k6"),
  source: "go.k6.io/k6/v2",
  output: binary,
});

/** What `deploy/load/scenarios` holds. */
export const scenarios = ["smoke", "steady", "spike", "capacity", "overload", "soak"] as const;
/** One of `scenarios`. */
export type Scenario = (typeof scenarios)[number];

/** A threshold that was missed is exit code 99; the summary says which. */
const finished = new Set([0, 99]);

/**
 * Runs one scenario offline: no report of use, no extension is fetched. `settings` are what the scenario reads.
 * @throws when k6 could not run it to its end
 */
export const runScenario = async (
  scenario: Scenario,
  settings: Record<string, string>,
): Promise<Summary> => {
  const results = mkdtempSync(join(tmpdir(), "orbline-load-"));
  const summaryFile = join(results, "summary.json");
  const variables = Object.entries({ ...settings, SUMMARY_FILE: summaryFile });
  const script = join(folder, "scenarios", `${scenario}.ts`);
  const args = ["run", "--quiet", "--no-usage-report", "--address", "", script];
  args.push(...variables.flatMap(([name, value]) => ["-e", `${name}=${value}`]));
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      const env = { ...process.env, K6_AUTO_EXTENSION_RESOLUTION: "false" };
      const child = spawn(binary, args, { stdio: ["ignore", "inherit", "inherit"], env });
      child.once("error", reject);
      child.once("exit", resolve);
    });
    if (code === null || !finished.has(code)) throw new Error(`k6 ended with ${code}: ${scenario}`);
    return summarySchema.parse(JSON.parse(readFileSync(summaryFile, "utf8")));
  } finally {
    rmSync(results, { recursive: true, force: true });
  }
};
