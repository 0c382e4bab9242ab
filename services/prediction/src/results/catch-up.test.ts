import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLogger } from "@orbline/kit/observability/logger";
import { createMetrics } from "@orbline/kit/observability/metrics";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { toJson, trainSport } from "../commands/train.ts";
import { addDays } from "../domain/dates.ts";
import { sports } from "../domain/sport.ts";
import { walkTest } from "../engine/evaluation/evaluate.ts";
import { loadModel, teams } from "../engine/serving/predict.ts";
import { miniature, miniatureCsv } from "../engine/testing/miniature.ts";
import { feedsFor } from "../odds-provider/feeds.ts";
import { memoryLiveGames, memoryResults } from "../testing/live-stores.ts";
import { present } from "../testing/present.ts";
import { settableClock } from "../testing/season.ts";
import { fileSource } from "./files/source.ts";
import { resultsMetrics } from "./metrics.ts";
import { pollResults } from "./poll-results.ts";
import { resultRater } from "./rate-results.ts";
import { replay } from "./replay.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "catch-up-"));
});
afterEach(() => rm(folder, { recursive: true }));

const logger = createLogger({ service: "test", level: "silent" });

describe("catch-up over a season that the fit does not contain", () => {
  it.each(sports)("gives the probabilities of the walk in evaluate for %s", async (sport) => {
    // Moved into the months in which every sport plays.
    const days = sport === "mlb" ? -30 : 60;
    const games = miniature(sport, 320).map((game) => ({
      ...game,
      date: addDays(game.date, days),
    }));
    const [history, season] = [games.slice(0, 240), games.slice(240)];
    const artifact = trainSport(sport, history, { first: 8, second: 4 });
    const fitted = loadModel(JSON.parse(toJson(artifact)));
    await writeFile(join(folder, `${sport}.csv`), miniatureCsv(sport, season));

    const clock = settableClock(`${addDays(present(season.at(-1)).date, 1)}T12:00:00Z`);
    const results = memoryResults();
    const source = fileSource({
      places: [folder],
      oldest: "2000-01-01",
      onUnreadable: (_what, _rows, why) => expect.fail(why),
    });
    const poll = pollResults({
      feeds: feedsFor(["epl"]).filter((feed) => feed.sport === sport),
      sourceOf: () => source,
      fittedTo: () => fitted.model.span.to,
      results,
      games: memoryLiveGames(),
      matchTeam: (_feed, name) => name,
      hold: () => Promise.resolve(true),
      clock,
      logger,
      metrics: resultsMetrics({ logger, metrics: createMetrics("test") }),
    });
    await poll();
    const rated = await resultRater(sport, teams(fitted), "files")(results.all());
    const live = await replay(fitted, rated.games);

    const walked = walkTest(artifact.model, history, season).rows;
    expect(live).toHaveLength(season.length);
    const differences = walked.map(({ home }, row) => {
      const { game, prediction } = present(live[row]);
      const isTurned = game.home !== season[row]?.home;
      return Math.abs(home - (isTurned ? prediction.away : prediction.home));
    });
    // The artifact keeps six decimals of a rating.
    expect(Math.max(...differences)).toBeLessThan(1e-5);
  });
});
