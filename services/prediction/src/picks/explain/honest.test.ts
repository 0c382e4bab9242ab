import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays, daysBetween } from "../../domain/dates.ts";
import type { Slate, SlateGame } from "../../domain/slate.ts";
import { sports, type Sport } from "../../domain/sport.ts";
import { dateOfDay } from "../../engine/dates.ts";
import { type ModelState, teams, update } from "../../engine/serving/predict.ts";
import { present } from "../../testing/present.ts";
import { simulatedSeason } from "../../testing/season.ts";
import { candidatesOf } from "../candidates.ts";
import { collectFacts } from "./facts.ts";
import { explainLeg } from "./leg.ts";

const { slates, ratings } = await simulatedSeason();

/** Words that a game missing from the ratings could make untrue. */
const ofTheDay =
  /rated games|bye week|short week|the day before|seven days|pitching|layoff|number of bouts|run of wins|Knockout/i;

const gameOf = (sport: Sport, index: number): SlateGame => {
  const { games } = slates.current(sport);
  return present(games[index % games.length]);
};

/** A slate of one game, `age` days after the last rated game of the sport. */
const slateAt = (
  sport: Sport,
  index: number,
  age: number,
  marketOnly?: SlateGame["marketOnly"],
) => {
  const date = addDays(dateOfDay(ratings(sport).day), age);
  const starters = sport === "mlb" ? { homeStarter: "ACE-R", awayStarter: "OTHER-L" } : {};
  const game = { ...gameOf(sport, index), ...starters, date, marketOnly };
  return { ...slates.current(sport), games: [game] };
};

const textsOf = (slate: Slate, state: ModelState): string[] =>
  candidatesOf(slate, state).map((candidate) => explainLeg(candidate, state, collectFacts()));

describe("the words on a leg", () => {
  it("speak of no form, rest, layoff or pitching when results could be missing", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...sports),
        fc.nat(500),
        fc.integer({ min: 22, max: 900 }),
        (sport, index, age) => {
          for (const text of textsOf(slateAt(sport, index, age), ratings(sport)))
            expect(text).not.toMatch(ofTheDay);
        },
      ),
      { numRuns: 300 },
    );
  });

  it("speak of the market alone when no rating counts, and say why", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...sports),
        fc.nat(500),
        fc.integer({ min: 1, max: 900 }),
        fc.boolean(),
        (sport, index, age, isRated) => {
          const side = gameOf(sport, index).home;
          const ratedOn = isRated ? dateOfDay(ratings(sport).day) : undefined;
          const slate = slateAt(sport, index, age, { side, ratedOn });
          for (const text of textsOf(slate, ratings(sport))) {
            expect(text).not.toMatch(ofTheDay);
            expect(text).not.toMatch(/our model|back-test|rating points/i);
            const why = isRated
              ? `The rating of ${side} ends ${age} ${age === 1 ? "day" : "days"} before the game.`
              : `No results of ${side} are known.`;
            expect(text.startsWith(`Ratings: not used. ${why}`)).toBe(true);
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it("give the form of a team whose last games are rated, and count it right", () => {
    const game = gameOf("nba", 0);
    const last = dateOfDay(ratings("nba").day);
    const results = [100, 90, 100, 90, 90];
    const state = update(
      ratings("nba"),
      results.map((home, index) => ({
        date: addDays(last, 2 * index + 2),
        home: game.home,
        away: game.away,
        result: { kind: "score" as const, home, away: 95 },
      })),
    );
    const date = addDays(last, 2 * results.length + 2);
    const fresh = { ...slates.current("nba"), games: [{ ...game, date }] };
    const texts = textsOf(fresh, state).join(" ");
    expect(texts).toContain(`${game.home} won 2 of the last 5 rated games.`);
    expect(texts).toContain(`${game.away} won 3 of the last 5 rated games.`);
    const later = { ...game, id: "later", date: addDays(date, 2) };
    const startsAt = new Date(game.startsAt.getTime() + 2 * 86_400_000);
    const both = { ...fresh, games: [...fresh.games, { ...later, startsAt }] };
    const ofLater = candidatesOf(both, state).filter((candidate) => candidate.game.id === "later");
    for (const candidate of ofLater)
      expect(explainLeg(candidate, state, collectFacts())).not.toMatch(ofTheDay);
  });

  it("count the layoff of a fighter whose last bout is rated to the day of the bout", () => {
    const state = ratings("ufc");
    const last = dateOfDay(state.day);
    const rested = teams(state).filter(
      ({ games, lastPlayed }) =>
        games > 5 && daysBetween(lastPlayed, last) > 300 && daysBetween(lastPlayed, last) < 900,
    );
    const busy = teams(state).filter(
      ({ games, lastPlayed }) => games > 5 && daysBetween(lastPlayed, last) < 200,
    );
    let seen = 0;
    rested.slice(0, 20).forEach((fighter, index) => {
      const date = addDays(last, 7);
      const names = { home: fighter.name, away: present(busy[index]).name };
      const slate = {
        ...slates.current("ufc"),
        games: [{ ...gameOf("ufc", index), ...names, date }],
      };
      const found = textsOf(slate, state)
        .join(" ")
        .replaceAll(fighter.name, "X")
        .match(/layoff in months \(\D+ (\d+), /);
      if (!found) return;
      seen += 1;
      const months = daysBetween(fighter.lastPlayed, date) / 30.4;
      expect(Math.abs(Number(found[1]) - months)).toBeLessThanOrEqual(1.1);
    });
    expect(seen).toBeGreaterThan(0);
  });
});
