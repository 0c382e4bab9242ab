import { describe, expect, it } from "vitest";
import { rangeOf, riskLevels } from "../../domain/risk.ts";
import { sports, type Sport } from "../../domain/sport.ts";
import { coverOf, marginOf } from "../../engine/market/spread.ts";
import { type Candidate, candidatesOf } from "../../picks/candidates.ts";
import { rankPicks } from "../../picks/combine.ts";
import { present } from "../../testing/present.ts";
import { loadModels } from "../models.ts";
import { pairingsOn } from "./schedule.ts";
import { seasonSportOf, simulateGame, type SimulatedGame } from "./game.ts";
import { americanToDecimal } from "../../domain/odds.ts";
import { addDays, dateOf, slateDays } from "../../domain/dates.ts";

const models = loadModels();
const days = ["2027-01-14", "2027-04-22", "2027-07-29", "2027-11-04"];
const picksEach = 8;

const gamesFrom = (sport: Sport, today: string): SimulatedGame[] => {
  const played = seasonSportOf(present(models.get(sport)));
  return Array.from({ length: slateDays + 1 }, (_, day) => addDays(today, day))
    .flatMap((date) =>
      pairingsOn("returns", sport, date, played.teams).map((pairing) =>
        simulateGame("returns", date, pairing, played),
      ),
    )
    .filter(({ game }) => dateOf(game.startsAt) > today);
};

/** Expected return of one unit on a leg by the hidden truth. */
const worthOf = (
  { wager, odds }: Candidate,
  { forecasts: { truth } }: SimulatedGame,
  sd: number,
) => {
  const decimal = americanToDecimal(odds);
  if (wager.market === "moneyline") return (truth[wager.side] ?? 0) * decimal;
  const wins = truth.home / (truth.home + truth.away);
  const { cover, push, lose } =
    Math.abs(wager.line) === 0.5
      ? { cover: wins, push: 0, lose: 1 - wins }
      : coverOf(marginOf(wins, sd), sd, wager.line);
  return (wager.side === "home" ? cover : lose) * decimal + push;
};

/** Returns of the engine's first picks on some days, each as the hidden truth would have it. */
const returnsOf = (sport: Sport) => {
  const state = present(models.get(sport));
  return days.flatMap((today) => {
    const games = gamesFrom(sport, today);
    const byId = new Map(games.map((one) => [one.game.id, one]));
    const slate = {
      sport,
      kind: "simulated" as const,
      label: "",
      snapshotId: "",
      pricedAt: new Date(0),
      games: games.map(({ game, booksOn }) => ({ ...game, books: booksOn(today) })),
    };
    const candidates = candidatesOf(slate, state);
    return riskLevels.flatMap((risk) =>
      rankPicks(candidates, rangeOf(sport, risk))
        .slice(0, picksEach)
        .map(({ legs }) => {
          const worth = legs.map((leg) =>
            worthOf(leg, present(byId.get(leg.game.id)), state.model.spread?.sd ?? 1),
          );
          return { risk, value: worth.reduce((product, one) => product * one, 1) - 1 };
        }),
    );
  });
};

describe.each(sports)("the engine's picks of simulated %s", (sport) => {
  const returns = returnsOf(sport);

  it.each(riskLevels)("return no more at %s risk than the books' prices allow", (risk) => {
    const values = returns.filter((one) => one.risk === risk).map(({ value }) => value);
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    expect(values.length).toBeGreaterThan(10);
    // Single bets cost about the margin, parlays the margin of every leg.
    expect(mean).toBeGreaterThan(risk === "moderate" ? -0.06 : -0.2);
    expect(mean).toBeLessThan(risk === "moderate" ? 0.03 : 0.08);
  });
});
