import type { Config } from "../config.ts";
import { addDays } from "../domain/dates.ts";
import { type Sport, sportNames } from "../domain/sport.ts";
import type { Models } from "../slates/models.ts";
import type { Clock } from "../use-cases/ports.ts";
import { apiSportsSource } from "./api-sports/source.ts";
import { fileSource } from "./files/source.ts";
import { queryName, type ResultsMetrics } from "./metrics.ts";
import type { ResultsSource, SourceName } from "./source.ts";

/** Days before the end of the oldest fit that a file's results are kept for. */
const keptDays = 30;

/** The results source of every sport, as configured. */
export function resultsSources(deps: {
  config: Config;
  clock: Clock;
  oddsApi: ResultsSource;
  /** Results before this date are in every fit. */
  oldest: string;
  metrics: ResultsMetrics;
}) {
  const { config, clock, oddsApi, oldest, metrics } = deps;
  const all: Record<SourceName, ResultsSource | undefined> = {
    "the-odds-api": oddsApi,
    "api-sports":
      config.API_SPORTS_KEY === undefined
        ? undefined
        : apiSportsSource({
            url: config.API_SPORTS_URL,
            apiKey: config.API_SPORTS_KEY,
            clock,
            onUnreadable: (query, games, why) =>
              metrics.reportUnreadable("api-sports", queryName(query), games, why),
          }),
    files: fileSource({
      places: config.RESULTS_FILES,
      oldest,
      onUnreadable: (file, games, why) => metrics.reportUnreadable("files", file, games, why),
    }),
  };
  const of = (sport: Sport): ResultsSource | undefined => {
    const name = config.RESULTS_SOURCES.get(sport);
    return name && all[name];
  };
  return {
    of,
    /** Why a sport is not on sale; undefined where its results are known to come. */
    notSold: (sport: Sport): string | undefined => {
      const source = of(sport);
      // Soccer is asked by league: one that its source does not cover has no games.
      if (source && (sport === "soccer" || source.covers(sport))) return undefined;
      return `Not on sale: no results source is set for ${sportNames[sport]}`;
    },
  };
}

/** The day before which every model's fit contains all results. */
export const oldestFit = (models: Models): string =>
  addDays([...models.values()].map(({ model }) => model.span.to).toSorted()[0] ?? "", -keptDays);
