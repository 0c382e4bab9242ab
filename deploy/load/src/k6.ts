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
  mustBeFast: true,
});

export const scenarios = ["smoke", "steady", "spike", "capacity", "overload", "soak"] as const;
export type Scenario = (typeof scenarios)[number];

/** k6 exits with 99 when a threshold is missed; the summary names it. */
const finished = new Set([0, 99]);

/**
 * Runs one scenario without usage reports and extension downloads. The scenario reads `settings`.
 * @throws when k6 cannot run the scenario to its end
 */
export const runScenario = async (
  scenario: Scenario,
  settings: Record<string, string>,
): Promise<Summary> => {
  const results = mkdtempSync(join(tmpdir(), "orbline-load-"));
  const summaryFile = join(results, "summary.json");
  const variables = Object.entries({ ...settings, SCENARIO: scenario, SUMMARY_FILE: summaryFile });
  const args = [
    "run",
    "--quiet",
    "--no-usage-report",
    "--address",
    "",
    join(folder, "scenarios/main.ts"),
  ];
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
