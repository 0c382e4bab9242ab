import { join } from "node:path";
import { evaluateSport } from "../model/evaluate.ts";
import { playedMatches } from "../model/match.ts";
import { componentLoss, tuneComponent } from "../model/tune.ts";
import { sports, type PricedGame, type Sport } from "../model/types.ts";
import { readOptions, required, sportOf } from "./options.ts";
import { readResults } from "./results-file.ts";
import { processConsole, runCommand, type Console } from "./run-command.ts";

/** First day of each sport's validation window, and the log loss a plain tuned Elo reaches on it. */
const windows: Record<Sport, { from: string; to: string; elo: number }> = {
  nfl: { from: "2019-08-01", to: "2024-06-30", elo: 0.6448 },
  nba: { from: "2020-11-01", to: "2024-07-31", elo: 0.6378 },
  mlb: { from: "2018-01-01", to: "2020-12-31", elo: 0.6722 },
  nhl: { from: "2023-08-01", to: "2025-07-31", elo: 0.666 },
  cfb: { from: "2019-06-01", to: "2024-06-30", elo: 0.509 },
  ufc: { from: "2021-01-01", to: "2024-06-30", elo: 0.6762 },
  soccer: { from: "2023-07-01", to: "2025-06-30", elo: 1.016 },
};

const eloEvaluations = 300;

/** Log loss on the window of an Elo tuned on the games before it. */
const eloLoss = (sport: Sport, games: readonly PricedGame[], start: number): number => {
  const matches = playedMatches(sport, new Map(), games);
  const params = tuneComponent(sport, "elo", matches.slice(0, start), eloEvaluations);
  return componentLoss(sport, "elo", params, matches, start);
};

const checkSport = (sport: Sport, data: string): string => {
  const started = performance.now();
  const { from, to, elo } = windows[sport];
  const games = readResults(join(data, `${sport}.csv.gz`), sport).filter(({ date }) => date <= to);
  const start = games.findIndex(({ date }) => date >= from);
  const { model, priced, fitted } = evaluateSport(sport, games.slice(0, start), games.slice(start));
  const ownElo = eloLoss(sport, games, start);
  const against = priced?.blendAgainstMarket;
  return [
    sport.padEnd(6),
    String(model.n).padStart(6),
    elo.toFixed(4).padStart(9),
    ownElo.toFixed(4).padStart(8),
    model.logLoss.toFixed(4).padStart(8),
    model.slope.toFixed(2).padStart(6),
    model.calibrationError.toFixed(4).padStart(7),
    String(priced?.market.n ?? 0).padStart(7),
    (priced?.model.logLoss.toFixed(4) ?? "–").padStart(8),
    (priced?.market.logLoss.toFixed(4) ?? "–").padStart(8),
    (priced?.blend.logLoss.toFixed(4) ?? "–").padStart(8),
    (against === undefined
      ? "–"
      : `${against.difference.toFixed(5)} ± ${against.standardError.toFixed(5)}`
    ).padStart(19),
    `${fitted.blend.market.toFixed(2)}/${fitted.blend.model.toFixed(2)}`.padStart(10),
    `${((performance.now() - started) / 1000).toFixed(0)} s`.padStart(6),
  ].join(" ");
};

const heading =
  "sport       n reference  our Elo   model  slope    ECE  priced    model   market    blend      blend − market    weights   time";

/** `model:check`: fits every sport before its validation window and scores it there; exit is not a verdict. */
export const checkCommand = (argv: readonly string[], io: Console): void => {
  const options = readOptions(argv, ["data", "sport"]);
  const data = required(options.data, "data");
  const chosen = options.sport === undefined ? sports : [sportOf(options.sport)];
  io.out(heading);
  for (const sport of chosen) io.out(checkSport(sport, data));
};

if (import.meta.main) {
  process.exitCode = runCommand(checkCommand, process.argv.slice(2), processConsole);
}
