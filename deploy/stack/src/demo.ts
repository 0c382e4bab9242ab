import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { backfillSeason } from "@orbline/demo/backfill";
import type { BackfillReport } from "@orbline/demo/backfill-report";
import { type DemoLogin, type DemoTarget, seedUsers } from "@orbline/demo/seed";
import { repoRoot } from "@orbline/engines/paths";
import { run } from "@orbline/engines/run";
import { hashOf, isStamped, stamp } from "@orbline/engines/stamp";
import { gatewayUrl } from "./processes.ts";
import { ensureSecrets } from "./configuration/secrets.ts";
import { programEnv } from "./configuration/environment.ts";
import type { Settings } from "./configuration/settings.ts";

/** Creates the demo users of the running product. */
export function seed(settings: Settings): Promise<DemoLogin[]> {
  return seedUsers(demoTarget(settings));
}

/**
 * Fills in the last days of the running product's simulated season.
 * @throws when the product plays another slate: only the simulated season can be replayed
 */
export async function backfill(settings: Settings, days?: string): Promise<BackfillReport> {
  if (!isSimulated(settings)) throw new Error("only the simulated season has a past to fill in");
  const predictionUrl = `http://127.0.0.1:${settings.ports.PREDICTION_PORT}`;
  return backfillSeason({ ...demoTarget(settings), predictionUrl }, days);
}

/** Gives a fresh demo a past, once for each database and season; undefined where it has one. */
export async function backfillOnce(settings: Settings): Promise<BackfillReport | undefined> {
  if (!isSimulated(settings)) return undefined;
  const folder = join(settings.dataDir, "run");
  if (!existsSync(folder)) mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { mongoUrl = "" } = settings.external;
  const season = hashOf([], mongoUrl, settings.forwarded["SLATE_SEED"] ?? "");
  const file = join(folder, "backfill.stamp");
  if (isStamped(file, season)) return undefined;
  const report = await backfill(settings);
  stamp(file, season);
  return report;
}

function demoTarget(settings: Settings): DemoTarget {
  const secrets = ensureSecrets(settings.dataDir);
  return {
    url: gatewayUrl(settings),
    passwords: secrets,
    runCommand: (service, file, env) =>
      run(process.execPath, [join(repoRoot, "services", service, file)], {
        env: { ...programEnv(service, { settings, secrets }), ...env },
      }),
  };
}

function isSimulated({ forwarded }: Settings): boolean {
  return !forwarded["ODDS_API_KEY"];
}
