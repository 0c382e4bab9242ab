// Compares live ratings that catch up over the newest season with the walk of model:evaluate.
import { parseArgs } from "node:util";
import { join } from "node:path";
import { dateOf } from "../domain/dates.ts";
import { sports, type Sport } from "../domain/sport.ts";
import { walkTest } from "../engine/evaluation/evaluate.ts";
import { lossOf } from "../engine/evaluation/metrics.ts";
import { observationOf } from "../engine/features/game.ts";
import { loadModel, teams } from "../engine/serving/predict.ts";
import { fitSport } from "../engine/training/fit.ts";
import { createWalker, startWalk, walkGames } from "../engine/serving/walk.ts";
import { toArtifact } from "../engine/serving/artifact.ts";
import type { PricedGame, Probabilities } from "../engine/types.ts";
import { teamMatcher } from "../odds-provider/match-team.ts";
import { fileSource } from "../results/files/source.ts";
import { resultRater } from "../results/rate-results.ts";
import { replay } from "../results/replay.ts";
import { readResults } from "./results-file.ts";
import { toJson } from "./train.ts";

type Compared = {
  sport: Sport;
  fittedTo: string;
  games: number;
  largestDifference: number;
  liveLoss: number;
  walkLoss: number;
};

/** Fits a sport to the season before its newest one, and catches up over that through the files adapter. */
async function compareCatchUp(sport: Sport, file: string): Promise<Compared> {
  const all = readResults(file, sport);
  const newest = Math.max(...all.map(({ season }) => season ?? 0));
  const start = all.find(({ season }) => season === newest)?.date ?? "";
  const history = all.filter(({ date }) => date < start);
  const model = fitSport(sport, history);
  const walk = startWalk(createWalker(sport, model.systems));
  walkGames(createWalker(sport, model.systems), walk, history);
  const fitted = loadModel(JSON.parse(toJson(toArtifact(model, walk, `${sport}-before`))));

  // A file may spell a club in two ways over the years, which live ratings take for one.
  const match = teamMatcher(() => teams(fitted));
  const rated = (game: PricedGame, name: string) => match({ sport, league: game.league }, name);
  const test = all
    .filter(({ date }) => date >= start)
    .map((game) => ({
      ...game,
      home: rated(game, game.home) ?? game.home,
      away: rated(game, game.away) ?? game.away,
    }));

  const source = fileSource({
    places: [file],
    oldest: start,
    onUnreadable: (_file, rows, why) => {
      throw new Error(`${rows} rows of ${file} cannot be read: ${why}`);
    },
  });
  const leagues = [...new Set(test.map(({ league }) => league))];
  const found = [];
  for (const league of leagues)
    found.push(...(await source.games({ sport, league, from: start, to: dateOf(new Date()) })));
  const stored = found.map((game) => ({ ...game, id: game.sourceId, source: "files" }));
  const { games } = await resultRater(sport, teams(fitted), "files")(stored);
  const live = new Map<string, Probabilities[]>();
  for (const { game, prediction } of await replay(fitted, games))
    live.set(keyOf(game), [...(live.get(keyOf(game)) ?? []), prediction]);

  const compared = walkTest(model, history, test).rows.flatMap((walked) => {
    const game = test[walked.row];
    const same = game && live.get(keyOf(game))?.shift();
    return game && same ? [{ game, walked, live: same }] : [];
  });
  const meanLoss = (of: (row: (typeof compared)[number]) => Probabilities) => {
    const losses = compared.flatMap((row) => lossOf(of(row), homeResultOf(sport, row.game)) ?? []);
    return losses.reduce((total, loss) => total + loss, 0) / losses.length;
  };
  return {
    sport,
    fittedTo: model.span.to,
    games: compared.length,
    largestDifference: Math.max(
      ...compared.map(({ walked, live: one }) => Math.abs(walked.home - one.home)),
    ),
    liveLoss: meanLoss(({ live: one }) => one),
    walkLoss: meanLoss(({ walked }) => walked),
  };
}

const keyOf = ({
  date,
  league,
  home,
  away,
}: Pick<PricedGame, "date" | "league" | "home" | "away">) =>
  JSON.stringify([date, league ?? "", home, away]);

const homeResultOf = (sport: Sport, game: PricedGame) => observationOf(sport, game).homeResult;

if (import.meta.main) {
  const { values } = parseArgs({
    options: { data: { type: "string", default: "../shared/data" }, sport: { type: "string" } },
  });
  for (const sport of sports.filter((one) => values.sport === undefined || one === values.sport)) {
    const { games, fittedTo, largestDifference, liveLoss, walkLoss } = await compareCatchUp(
      sport,
      join(values.data, `${sport}.csv.gz`),
    );
    process.stdout.write(
      `${sport}: fitted to ${fittedTo}, ${games} games since; log loss live ${liveLoss.toFixed(5)}, ` +
        `walk ${walkLoss.toFixed(5)}; largest difference of a probability ${largestDifference.toExponential(1)}\n`,
    );
  }
}
