import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { backfillSeason, type BackfillReport } from "@orbline/demo/backfill";
import { type DemoLogin, type DemoTarget, seedUsers } from "@orbline/demo/seed";
import { repoRoot } from "@orbline/engines/paths";
import { run } from "@orbline/engines/command";
import { hashOf } from "@orbline/engines/stamp";
import { programEnv } from "./configuration/environment.ts";
import { ensureSecrets } from "./configuration/secrets.ts";
import type { Settings } from "./configuration/settings.ts";
import { gatewayUrl } from "./processes.ts";

type Backfill = BackfillReport & { season: string };

/** Creates the demo users of the running product. */
export function seed(settings: Settings): Promise<DemoLogin[]> {
  return seedUsers(demoTarget(settings));
}

/** The command that prints the current code of the demo admin's authenticator app. */
export function adminCodeCommand(dataDir: string): string {
  const command = "npm run -s admin:code";
  return dataDir === join(repoRoot, ".data") ? command : `DATA_DIR=${dataDir} ${command}`;
}

/** Fills in the last days of the running product's simulated season. @throws when the product uses a live slate */
export async function backfill(settings: Settings, days?: string): Promise<BackfillReport> {
  if (!isSimulated(settings)) throw new Error("only the simulated season has a past to fill in");
  const predictionUrl = `http://127.0.0.1:${settings.ports.PREDICTION_PORT}`;
  return backfillSeason({ ...demoTarget(settings), predictionUrl }, days);
}

/** Fills in the demo's past once per database and season; undefined if it is already there. */
export async function backfillOnce(settings: Settings): Promise<BackfillReport | undefined> {
  if (!isSimulated(settings)) return undefined;
  const { mongoUrl = "" } = settings.external;
  const season = hashOf([], mongoUrl, settings.forwarded["SLATE_SEED"] ?? "");
  if (lastBackfill(settings.dataDir)?.season === season) return undefined;
  const report = await backfill(settings);
  mkdirSync(join(settings.dataDir, "run"), { recursive: true, mode: 0o700 });
  writeFileSync(backfillFile(settings.dataDir), JSON.stringify({ ...report, season }));
  return report;
}

/** What `backfillOnce` did last for the product of this data folder. */
export function lastBackfill(dataDir: string): Backfill | undefined {
  const file = backfillFile(dataDir);
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Backfill) : undefined;
}

const backfillFile = (dataDir: string) => join(dataDir, "run/backfill.json");

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
