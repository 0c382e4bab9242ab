import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Sport } from "../domain/sport.ts";
import { spanOf, walkRows, type BackTestRow } from "../engine/evaluation/backtest.ts";
import { compare } from "../engine/evaluation/metrics.ts";
import { blendOf } from "../engine/market/blend.ts";
import type { Artifact, Comparison, FittedModel, Span } from "../engine/model.ts";
import { readArtifact } from "../engine/serving/artifact.ts";
import { fitSport, type Effort } from "../engine/training/fit.ts";
import type { PricedGame, Probabilities } from "../engine/types.ts";
import { assertFile, badInput, chosenSports, costLine, runMain, type Command } from "./command.ts";
import { four } from "./report.ts";
import { readResults } from "./results-file.ts";
import { toJson, trainSport } from "./train.ts";

/** Fewer games than this say nothing about a model; a season that has just begun is judged with the one before. */
const fewestGames = 100;

/**
 * `model:refresh`: retrains the sports that have games after the end of their artifact, and replaces an artifact unless the
 * retrained model is worse on the newest season. `--data` is a folder, or more than one with commas, oldest first.
 * @throws at the end when a sport was refused
 */
export const refreshCommand: Command<"data" | "models", "sport"> = {
  required: ["data", "models"],
  optional: ["sport"],
  run({ data, models, sport: chosen }, io) {
    const found = chosenSports(chosen).map((sport) => {
      const file = join(models, `${sport}.json`);
      const old = readOld(file);
      assertFile(file);
      return { sport, file, old, games: readFolders(data.split(","), sport) };
    });
    const refused = found.flatMap(({ sport, file, old, games }) => {
      const { artifact, lines } = refreshSport(old, games);
      for (const line of lines) io.out(`${sport}: ${line}`);
      if (artifact === "refused") return [sport];
      if (artifact) writeFileSync(file, toJson(artifact));
      return [];
    });
    io.out(costLine());
    if (refused.length > 0) throw new Error(`refused, the old models stay: ${refused.join(", ")}`);
  },
};

/** The new artifact; undefined without new games, "refused" when the retrained model is worse. */
type Refresh = { artifact: Artifact | "refused" | undefined; lines: string[] };

/** Retrains a sport on all games, if a model of the games before the newest season forecasts that season no worse. */
export function refreshSport(
  old: Artifact,
  games: readonly PricedGame[],
  effort?: Effort,
): Refresh {
  const { sport, span } = old.model;
  const added = games.filter(({ date }) => date > span.to);
  if (added.length === 0)
    return { artifact: undefined, lines: [`no game after ${span.to}, the model stays`] };
  const { season, model, served } = compareOnNewestSeason(old.model, games, effort);
  const lines = [
    `${added.length} games after ${span.to}${strangers(old, added)}`,
    `log loss of ${season.games} games ${season.from} to ${season.to}, retrained − old: model ${signed(model)}, as served ${signed(served)}`,
  ];
  const isWorse = [model, served].some((one) => one.difference > one.standardError);
  if (isWorse)
    return { artifact: "refused", lines: [...lines, "worse by more than a standard error"] };
  const artifact = trainSport(sport, games, effort);
  return { artifact, lines: [...lines, `${old.version} → ${artifact.version}`] };
}

/** Compares a model that is fitted before the newest season with the old one, which may have seen a part of that season. */
function compareOnNewestSeason(
  old: FittedModel,
  games: readonly PricedGame[],
  effort?: Effort,
): { season: Span; model: Comparison; served: Comparison } {
  const { sport } = old;
  const start = newestSeason(games);
  const fresh = fitSport(sport, games.slice(0, start), effort);
  const rows = ({ systems, marketSd }: FittedModel) =>
    walkRows(sport, systems, games, start, marketSd);
  const [first, second] = [rows(fresh), rows(old)];
  const against = (of: (model: FittedModel, row: BackTestRow) => Probabilities) =>
    compare(
      first.flatMap((row, i) => {
        const other = second[i];
        return other
          ? [{ first: of(fresh, row), second: of(old, other), homeResult: row.homeResult }]
          : [];
      }),
    );
  return {
    season: spanOf(games.slice(start)),
    model: against((_fitted, { model }) => model),
    served: against(servedOf),
  };
}

/** The blend where the game has a price, as in a prediction. */
const servedOf = ({ blend }: FittedModel, { model, market }: BackTestRow): Probabilities =>
  market ? blendOf(blend, { model, market }) : model;

const seasonOf = ({ season, date }: PricedGame): number => season ?? Number(date.slice(0, 4));

/** The first game of the newest season that has enough games up to the end of the data. */
function newestSeason(games: readonly PricedGame[]): number {
  const seasons = [...new Set(games.map(seasonOf))].toSorted((a, b) => b - a);
  for (const season of seasons) {
    const opening = games.find((game) => seasonOf(game) === season)?.date;
    const start = games.findIndex(({ date }) => date === opening);
    if (start > 0 && games.length - start >= fewestGames) return start;
  }
  throw badInput({ file: "data" }, `has no season of ${fewestGames} games with a season before it`);
}

const signed = ({ difference, standardError }: Comparison): string =>
  `${difference > 0 ? "+" : ""}${four(difference)} ± ${four(standardError)}`;

/** Names that the old model does not know: new teams, or another spelling, which would start without a rating. */
function strangers(old: Artifact, added: readonly PricedGame[]): string {
  const names = new Set(added.flatMap(({ home, away }) => [home, away]));
  const unknown = [...names].filter((name) => old.schedules[name] === undefined);
  if (unknown.length === 0) return "";
  return `, ${unknown.length} of ${names.size} names are new: ${unknown.slice(0, 5).join(", ")}`;
}

function readOld(file: string): Artifact {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    throw badInput({ file }, "cannot be read; model:train makes the first model of a sport");
  }
  return readArtifact(JSON.parse(text));
}

/** The games of the first folder, and of each further one, which may lack the sport, those after them. */
function readFolders(folders: readonly string[], sport: Sport): PricedGame[] {
  const games: PricedGame[] = [];
  for (const [index, folder] of folders.entries()) {
    const file = join(folder, `${sport}.csv.gz`);
    if (index > 0 && !existsSync(file)) continue;
    const end = games.at(-1)?.date ?? "";
    games.push(...readResults(file, sport).filter(({ date }) => date > end));
  }
  return games;
}

if (import.meta.main) runMain(refreshCommand);
