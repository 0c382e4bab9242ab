import { AppError } from "@orbline/kit/errors";
import type { BookPrices, GameDetails, GameResult, SlateGame } from "../domain/slate.ts";
import { gameHours, sportNames, type Sport } from "../domain/sport.ts";
import type { ModelState } from "../engine/serving/predict.ts";
import type { PricedGame } from "../engine/types.ts";
import { copyWalk, stepWalk } from "../engine/serving/walk.ts";
import { walkTo } from "../engine/serving/walk-to.ts";
import type { RatedSlates } from "./simulated-slates.ts";
import type { SlateClock } from "./slate-clock.ts";
import { keepSlates, knownOf } from "./upcoming.ts";
import { addDays, dateOf, daysBetween, timeOn } from "../domain/dates.ts";

/** Results files know dates only; every game is taken to start at this hour, UTC. */
const startHour = 20;
/** The second game of a double-header starts so much later. */
const doubleHeaderHours = 4;
/** Results files give the line of a spread without a price: both sides at what books usually ask. */
const spreadPrice = -110;

const toResult = ({ result }: PricedGame): GameResult => {
  if (result.kind === "score") return { kind: "score", home: result.home, away: result.away };
  return result.winner === "none" ? { kind: "void" } : { kind: "winner", winner: result.winner };
};

const booksOf = ({ prices, spreadHome: line }: PricedGame, updatedAt: Date): BookPrices[] => {
  if (!prices && line === null) return [];
  const spread = line === null ? undefined : { line, home: spreadPrice, away: spreadPrice };
  return [{ book: "the closing price", moneyline: prices, ...(spread && { spread }), updatedAt }];
};

const detailsOf = (row: PricedGame): GameDetails => ({
  homeStarter: row.homeStarter,
  awayStarter: row.awayStarter,
  homeAge: row.homeAge,
  awayAge: row.awayAge,
  homeReach: row.homeReach,
  awayReach: row.awayReach,
  redCorner: row.redCorner,
});

const toSlateGame = (
  sport: Sport,
  row: PricedGame,
  { index, hour, shift }: { index: number; hour: number; shift: number },
): SlateGame => {
  const day = addDays(row.date, shift);
  const startsAt = timeOn(day, hour);
  return {
    id: `replay-${sport}-${row.date}-${index}`,
    sport,
    home: row.home,
    away: row.away,
    startsAt,
    endsAt: timeOn(day, hour + gameHours[sport]),
    neutral: row.neutral ?? false,
    date: row.date,
    ...(row.season !== undefined && { season: row.season }),
    ...(row.postseason !== undefined && { postseason: row.postseason }),
    ...(row.league && { league: row.league }),
    ...(row.homeDivision && { homeDivision: row.homeDivision }),
    ...(row.awayDivision && { awayDivision: row.awayDivision }),
    details: detailsOf(row),
    books: booksOf(row, startsAt),
  };
};

/** Only the games from the replay's first day on are ever shown. */
const toSlateGames = (sport: Sport, rows: readonly PricedGame[], from: string, shift: number) => {
  const seen = new Set<string>();
  return rows.flatMap((row, index) => {
    if (row.date < from) return [];
    const meeting = [row.date, row.home, row.away].join("|");
    const hour = startHour + (seen.has(meeting) ? doubleHeaderHours : 0);
    seen.add(meeting);
    return [{ row, game: toSlateGame(sport, row, { index, hour, shift }) }];
  });
};

/** Ratings walked on over the games of some days, `to` not included. */
const walkOn = (
  state: ModelState,
  rows: readonly PricedGame[],
  { from, to }: { from: string; to: string },
): ModelState => {
  const walk = copyWalk(state.walk);
  for (const row of rows) if (row.date >= from && row.date < to) stepWalk(state.walker, walk, row);
  return { ...state, walk };
};

/** The season of the first game to be replayed. @throws when the file has no game on or after `from` */
const seasonFrom = (rows: readonly PricedGame[], from: string): number | string => {
  const first = rows.find(({ date }) => date >= from);
  if (first) return first.season ?? from.slice(0, 4);
  const last = rows.at(-1);
  throw new Error(
    last
      ? `REPLAY_FROM ${from} lies after the last game of the results file, ${last.date}`
      : "the results file to replay has no games",
  );
};

/**
 * Real games, prices and results of a file, with dates shifted so that `from` is the day the replay began.
 * Ratings are walked up to the slate's day and never further.
 */
export const replaySlates = ({
  sport,
  rows,
  from,
  models,
  clock,
}: {
  sport: Sport;
  /** In date order. */
  rows: readonly PricedGame[];
  from: string;
  models: ReadonlyMap<Sport, ModelState>;
  clock: SlateClock;
}): RatedSlates => {
  const season = seasonFrom(rows, from);
  const shift = daysBetween(from, clock.startedOn);
  const fitted = models.get(sport);
  if (!fitted) throw new AppError("internal", "model.missing", `no model is loaded for ${sport}`);
  const games = toSlateGames(sport, rows, from, shift);
  const byId = new Map(games.map((one) => [one.game.id, one]));
  const fileDay = () => addDays(dateOf(clock.now()), -shift);

  let ratedTo = fileDay();
  let state = walkTo(fitted, rows, ratedTo);
  const rate = (): ModelState => {
    const today = fileDay();
    if (today !== ratedTo) {
      state =
        today < ratedTo
          ? walkTo(fitted, rows, today)
          : walkOn(state, rows, { from: ratedTo, to: today });
      ratedTo = today;
    }
    return state;
  };

  const current = keepSlates({
    kind: "replay",
    label: `Replay of ${sportNames[sport]} ${season}`,
    gamesFrom: (wanted, date, days) => {
      if (wanted !== sport) return [];
      const [first, last] = [addDays(date, -shift), addDays(date, days - shift)];
      return games.flatMap(({ game }) => (game.date >= first && game.date <= last ? [game] : []));
    },
  });

  const resultOf = (id: string): GameResult | undefined => {
    const found = byId.get(id);
    return found && found.game.endsAt <= clock.now() ? toResult(found.row) : undefined;
  };

  /** A results file has one price a game, the closing one. */
  const closingOf = (id: string): SlateGame | undefined => {
    const game = byId.get(id)?.game;
    return game && game.startsAt <= clock.now() && game.books.length > 0 ? game : undefined;
  };

  return {
    ratings: (wanted) => (wanted === sport ? rate() : (models.get(wanted) ?? fitted)),
    slates: {
      now: clock.now,
      current: (wanted) => current(wanted, clock.now()),
      resultsOf: (gameIds) => Promise.resolve(knownOf(gameIds, resultOf)),
      closingOf: (gameIds) => Promise.resolve(knownOf(gameIds, closingOf)),
      advance: clock.advance,
    },
  };
};
