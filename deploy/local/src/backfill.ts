import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { BackfillReport } from "./backfill-report.ts";
import { repoRoot } from "./paths.ts";
import { run } from "./run.ts";
import { ensureSecrets } from "./secrets.ts";
import { demoLogins, gatewayUrl } from "./seed.ts";
import { programEnv } from "./service-env.ts";
import type { Settings } from "./settings.ts";
import { hashOf, isStamped, stamp } from "./stamp.ts";

/** Id of the demo subscriber; undefined when nobody can sign in as that any more. */
const demoUserId = async (settings: Settings): Promise<string | undefined> => {
  const logins = demoLogins(ensureSecrets(settings.dataDir));
  const subscriber = logins.find(({ who }) => who === "subscriber");
  const response = await fetch(`${gatewayUrl(settings)}/api/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username: subscriber?.username, password: subscriber?.password }),
  });
  return response.ok ? z.object({ id: z.string() }).parse(await response.json()).id : undefined;
};

/** The running service keeps the record in memory. */
const readAnew = async ({ ports }: Settings): Promise<void> => {
  const address = `http://127.0.0.1:${ports.PREDICTION_PORT}/internal/slate/settle`;
  const response = await fetch(address, { method: "POST" });
  if (!response.ok) throw new Error(`the prediction service answered ${response.status}`);
};

/** Whether the product plays the simulated season, the only slate whose past can be lived again. */
const isSimulated = ({ handedOn: { prediction } }: Settings): boolean =>
  !prediction["REPLAY_FILE"] && !prediction["ODDS_API_KEY"];

/**
 * Fills in the last days of the running product's simulated season by the prediction service's own command.
 * @throws when the slate is another one
 */
export const backfill = async (settings: Settings, days?: string): Promise<BackfillReport> => {
  const startedAt = performance.now();
  if (!isSimulated(settings)) throw new Error("only the simulated season has a past to fill in");
  const user = await demoUserId(settings);
  const env = programEnv("prediction", { settings, secrets: ensureSecrets(settings.dataDir) });
  const command = join(repoRoot, "services/prediction/src/slate-backfill.ts");
  const said = await run(process.execPath, [command], {
    env: {
      ...env,
      LOG_LEVEL: "error",
      ...(days !== undefined && { BACKFILL_DAYS: days }),
      ...(user !== undefined && { BACKFILL_USER: user }),
    },
  });
  await readAnew(settings);
  return { said: said.trimEnd(), seconds: (performance.now() - startedAt) / 1_000 };
};

/** Gives a fresh demo a past, once for each database and season; undefined where it has one. */
export const backfillOnce = async (settings: Settings): Promise<BackfillReport | undefined> => {
  if (!isSimulated(settings)) return undefined;
  const folder = join(settings.dataDir, "run");
  if (!existsSync(folder)) mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { mongoUrl = "" } = settings.external;
  const season = hashOf([], mongoUrl, settings.handedOn.prediction["SLATE_SEED"] ?? "");
  const file = join(folder, "backfill.stamp");
  if (isStamped(file, season)) return undefined;
  const report = await backfill(settings);
  stamp(file, season);
  return report;
};
