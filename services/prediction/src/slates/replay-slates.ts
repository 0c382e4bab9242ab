import { AppError } from "@orbline/kit/errors";
import type { GameResult, SlateGame } from "../domain/slate.ts";
import { gameHours, sportNames, type Sport } from "../domain/sport.ts";
import { update, type ModelState } from "../model/serve.ts";
import type { PricedGame } from "../model/types.ts";
import { walkTo } from "../model/walk-to.ts";
import { addDays, dateOf, daysBetween, timeOn } from "./dates.ts";
import type { RatedSlates } from "./simulated-slates.ts";
import type { SlateClock } from "./slate-clock.ts";
import { keepSlates, knownOf } from "./upcoming.ts";

/** Results files know dates only; every game is taken to start at this hour, UTC. */
const startHour = 20;

const toResult = ({ result }: PricedGame): GameResult => {
  if (result.kind === "score") return { kind: "score", home: result.home, away: result.away };
  return result.winner === "none" ? { kind: "void" } : { kind: "winner", winner: result.winner };
};

const toSlateGame = (sport: Sport, row: PricedGame, index: number, shift: number): SlateGame => {
  const day = addDays(row.date, shift);
  const startsAt = timeOn(day, startHour);
  const { prices } = row;
  return {
    id: `replay-${sport}-${row.date}-${index}`,
    sport,
    home: row.home,
    away: row.away,
    startsAt,
    endsAt: timeOn(day, startHour + gameHours[sport]),
    neutral: row.neutral ?? false,
    date: row.date,
    ...(row.season !== undefined && { season: row.season }),
    ...(row.postseason !== undefined && { postseason: row.postseason }),
    ...(row.league && { league: row.league }),
    ...(row.homeDivision && { homeDivision: row.homeDivision }),
    ...(row.awayDivision && { awayDivision: row.awayDivision }),
    books: prices ? [{ book: "the closing price", moneyline: prices, updatedAt: startsAt }] : [],
  };
};

/** Each update copies the ratings, so that after a long jump it is quicker to walk from the start. */
const manyGames = 200;

const walkOn = (
  state: ModelState,
  rows: readonly PricedGame[],
  { from, to }: { from: string; to: string },
): ModelState => {
  const played = rows.filter(({ date }) => date >= from && date < to);
  return played.length > manyGames || to < from
    ? walkTo(state, rows, to)
    : played.reduce((rated, row) => update(rated, row), state);
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
  const games = rows.map((row, index) => toSlateGame(sport, row, index, shift));
  const results = new Map(games.map(({ id }, index) => [id, index]));
  const fileDay = () => addDays(dateOf(clock.now()), -shift);

  let ratedTo = fileDay();
  let state = walkTo(fitted, rows, ratedTo);
  const rate = (): ModelState => {
    const today = fileDay();
    if (today !== ratedTo) {
      state = walkOn(state, rows, { from: ratedTo, to: today });
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
      return games.filter((game) => game.date >= first && game.date <= last);
    },
  });

  const resultOf = (id: string): GameResult | undefined => {
    const index = results.get(id);
    const game = index === undefined ? undefined : games[index];
    const row = index === undefined ? undefined : rows[index];
    return game && row && game.endsAt <= clock.now() ? toResult(row) : undefined;
  };

  /** A results file has one price a game, the closing one. */
  const closingOf = (id: string): SlateGame | undefined => {
    const index = results.get(id);
    const game = index === undefined ? undefined : games[index];
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
