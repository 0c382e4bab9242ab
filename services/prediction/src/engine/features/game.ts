import type { Sport } from "../../domain/sport.ts";
import { dayNumber, seasonOf } from "../dates.ts";
import { marketLogit } from "../market/prices.ts";
import type { TeamSchedules } from "../model.ts";
import { starterName } from "../ratings/starters.ts";
import type { FinishedGame, Fixture, GameFeatures, ObservedGame, Observation } from "../types.ts";
import { recordGame, restBefore } from "./schedule.ts";
import { scheduleFeaturesOf } from "./schedule-features.ts";

/** Features of a fixture from what the schedules hold before it. */
export function gameFeatures(sport: Sport, schedules: TeamSchedules, game: Fixture): GameFeatures {
  const day = dayNumber(game.date);
  const homeRest = restBefore(schedules, game.home, day);
  const awayRest = restBefore(schedules, game.away, day);
  const group = (team: string, division: string | undefined): string => {
    const past = schedules.get(team);
    return sport === "soccer"
      ? groupOf(sport, game.league, past?.league)
      : groupOf(sport, division, past?.division);
  };
  return {
    home: game.home,
    away: game.away,
    day,
    season: game.season ?? seasonOf(sport, game),
    neutral: sport === "ufc" || game.neutral === true,
    homeGroup: group(game.home, game.homeDivision),
    awayGroup: group(game.away, game.awayDivision),
    homeRest,
    awayRest,
    scheduleFeatures: scheduleFeaturesOf(sport, game, homeRest, awayRest),
    homeStarter: starterName(game.homeStarter),
    awayStarter: starterName(game.awayStarter),
    pricedShare: Math.min(homeRest.pricedShare, awayRest.pricedShare),
    bout: game,
  };
}

export function observationOf(sport: Sport, game: FinishedGame): Observation {
  const { result } = game;
  const observed = { marketLogit: marketLogit(sport, game), knockout: result.knockout === true };
  switch (result.kind) {
    case "score": {
      const margin = result.home - result.away;
      return { ...observed, homeResult: margin > 0 ? 1 : margin < 0 ? 0 : 0.5, margin };
    }
    case "winner": {
      const size = result.finish === true ? 2 : 1;
      if (result.winner === "draw") return { ...observed, homeResult: 0.5, margin: 0 };
      return result.winner === "home"
        ? { ...observed, homeResult: 1, margin: size }
        : { ...observed, homeResult: 0, margin: -size };
    }
    case "void":
      return { ...observed, homeResult: null, margin: 0 };
  }
}

/** The games as the ratings see them, each by the schedules of earlier days; `schedules` end after the last game. */
export function observedGames(
  sport: Sport,
  games: readonly FinishedGame[],
  schedules: TeamSchedules = new Map(),
): ObservedGame[] {
  return byDay(games).flatMap((day) => {
    const observed = day.map((game) => ({
      ...gameFeatures(sport, schedules, game),
      ...observationOf(sport, game),
    }));
    day.forEach((game, i) => {
      const features = observed[i];
      if (features) recordGame(schedules, game, features.day, features);
    });
    return observed;
  });
}

/** Games in date order, divided into those of each day. */
export function byDay<Game extends { date: string } | { day: number }>(
  games: readonly Game[],
): Game[][] {
  const days: Game[][] = [];
  let last: string | number | undefined;
  for (const game of games) {
    const day = "date" in game ? game.date : game.day;
    if (day === last) days.at(-1)?.push(game);
    else days.push([game]);
    last = day;
  }
  return days;
}
/**
 * The pool in which a team is rated: soccer league, CFB division, else the whole sport. Without a name in the fixture
 * it is the one of the team's last game; a school without either is rated in the first division.
 */
function groupOf(sport: Sport, named: string | undefined, last: string | null | undefined): string {
  if (sport === "soccer") return named ?? last ?? "";
  if (sport === "cfb") return (named ?? last ?? "fbs") === "fbs" ? "fbs" : "fcs";
  return "";
}
