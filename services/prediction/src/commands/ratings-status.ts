// Prints how fresh the live ratings of every sport are: npm run ratings:status
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createLogger } from "@orbline/kit/observability/logger";
import { connectMongo } from "@orbline/kit/mongo/connection";
import { readStatusConfig } from "../config.ts";
import type { RatingsStatus } from "../domain/live-games/rated-result.ts";
import { sports } from "../domain/sport.ts";
import { mongoResults } from "../store/results.ts";

/** One line per sport, with a heading. */
export function statusLines(statuses: readonly RatingsStatus[]): string[] {
  if (statuses.length === 0)
    return ["No live ratings yet: the prediction service has not run in live mode (ODDS_API_KEY)."];
  const ofSport = new Map(statuses.map((status) => [status.sport, status]));
  const rows = sports.flatMap((sport) => {
    const status = ofSport.get(sport);
    return status ? [cellsOf(status)] : [];
  });
  const table = [
    [
      "sport",
      "source",
      "fitted to",
      "last game",
      "behind",
      "rated",
      "fetched to",
      "stale",
      "today",
    ],
    ...rows,
  ];
  const widths = (table[0] ?? []).map((_title, column) =>
    Math.max(...table.map((row) => row[column]?.length ?? 0)),
  );
  const lines = table.map((row) =>
    row
      .map((text, column) => text.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  const remarks = statuses.flatMap(({ sport, missing, failure }) => [
    ...(missing === undefined ? [] : [`${sport}: its source no longer reports ${missing}`]),
    ...(failure === undefined ? [] : [`${sport}: ${failure}`]),
  ]);
  return [...lines, ...remarks];
}

function cellsOf(status: RatingsStatus): string[] {
  const { sport, source, fittedTo, ratedTo, daysBehind, rated, completeTo } = status;
  return [
    sport,
    source ?? "none: not sold",
    fittedTo,
    ratedTo,
    `${daysBehind} days`,
    String(rated),
    completeTo ?? "not yet",
    `${status.staleTeams} teams`,
    `${status.modelToday} of ${status.gamesToday} games with a model`,
  ];
}

async function run(): Promise<string[]> {
  const settings = fileURLToPath(new URL("../../../../.env", import.meta.url));
  if (existsSync(settings)) process.loadEnvFile(settings);
  const { mongoUrl: url } = readStatusConfig();
  const logger = createLogger({ service: "prediction", level: "silent" });
  const connection = await connectMongo({ url, logger });
  try {
    return statusLines(await mongoResults(connection).status());
  } finally {
    await connection.close();
  }
}

if (import.meta.main) {
  try {
    for (const line of await run()) process.stdout.write(`${line}\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
