import type { TeamSchedule, TeamSchedules } from "../model.ts";
import type { FinishedGame, Form, Observation, RestAndLoad } from "../types.ts";

/** Days before a game in which earlier ones count as its load. */
export const loadDays = 7;
/** Longer breaks are season breaks, not rest. */
const longestRest = 30;
const formLength = 5;
/** Share that the priced share keeps when another game follows. */
const priceMemory = 0.8;

/** A team without games; its priced share leaves the choice to the other team. */
const unseen: RestAndLoad = {
  games: 0,
  lastDay: null,
  restDays: null,
  backToBack: false,
  load: 0,
  pricedShare: 1,
};

export function restBefore(schedules: TeamSchedules, team: string, day: number): RestAndLoad {
  const past = schedules.get(team);
  if (past === undefined) return unseen;
  const gap = day - past.lastDay;
  return {
    games: past.games,
    lastDay: past.lastDay,
    restDays: gap >= 0 && gap <= longestRest ? gap : null,
    backToBack: gap === 1,
    load: past.recentDays.filter((played) => day - played <= loadDays && played < day).length,
    pricedShare: past.pricedShare,
  };
}

export function recordGame(
  schedules: TeamSchedules,
  game: FinishedGame,
  day: number,
  { homeResult, marketLogit }: Pick<Observation, "homeResult" | "marketLogit">,
): void {
  const add = (team: string, result: number | null, division: string | undefined): void => {
    const past = schedules.get(team);
    schedules.set(team, {
      lastDay: day,
      recentDays: [...(past?.recentDays ?? []).filter((played) => day - played < loadDays), day],
      games: (past?.games ?? 0) + 1,
      form: formAfter(past, result),
      league: game.league ?? null,
      division: division ?? game.weightClass ?? past?.division ?? null,
      pricedShare: pricedShareAfter(past, marketLogit === null ? 0 : 1),
    });
  };
  add(game.home, homeResult, game.homeDivision);
  add(game.away, homeResult === null ? null : 1 - homeResult, game.awayDivision);
}

function formAfter(past: TeamSchedule | undefined, result: number | null): Form {
  const form = past?.form ?? [];
  if (result === null) return form;
  const letter = result > 0.5 ? "W" : result < 0.5 ? "L" : "D";
  return [...form, letter].slice(-formLength) as Form;
}

const pricedShareAfter = (past: TeamSchedule | undefined, latest: number): number =>
  past === undefined ? latest : priceMemory * past.pricedShare + (1 - priceMemory) * latest;
