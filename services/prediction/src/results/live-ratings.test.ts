import { describe, expect, it } from "vitest";
import type { LiveGame } from "../domain/live-game.ts";
import type { GameResult, SlateGame } from "../domain/slate.ts";
import type { Sport } from "../domain/sport.ts";
import { probability, teams } from "../engine/serving/predict.ts";
import { loadModels } from "../slates/models.ts";
import { present } from "../testing/present.ts";
import { staleTeamFinder, walkResults } from "./live-ratings.ts";
import { toSlateGame } from "../odds-provider/read-game.ts";

const models = loadModels();
const fitted = (sport: Sport) => present(models.get(sport));

const played = (
  sport: Sport,
  [home, away]: readonly [string, string],
  date: string,
  result: GameResult,
  more: Partial<LiveGame> = {},
): LiveGame => ({
  id: `${home}:${date}`,
  eventId: `${home}:${date}`,
  feed: "feed",
  sport,
  home,
  away,
  startsAt: new Date(`${date}T20:00:00Z`),
  endsAt: new Date(`${date}T23:00:00Z`),
  date,
  result,
  ...more,
});
const score = (home: number, away: number): GameResult => ({ kind: "score", home, away });
const fixture = (date: string) => ({ date, home: "Boston Celtics", away: "Miami Heat" });
const pair = ["Boston Celtics", "Miami Heat"] as const;

describe("ratings after live results", () => {
  const nba = fitted("nba");
  const games = [
    played("nba", pair, "2026-11-01", score(130, 90)),
    played("nba", ["Miami Heat", "Utah Jazz"], "2026-11-03", score(90, 120)),
    played("nba", ["Utah Jazz", "Boston Celtics"], "2026-11-05", score(101, 99)),
  ];
  const chance = (results: readonly LiveGame[]) =>
    probability(walkResults(nba, results), fixture("2026-11-20")).home;

  it("do not depend on the order of the results", () => {
    expect(chance(games.toReversed())).toBe(chance(games));
    expect(chance(games)).not.toBe(chance(games.slice(1)));
  });

  it("leave the fitted ratings unchanged and count their games in the version", () => {
    const before = probability(nba, fixture("2026-11-20")).home;
    expect(walkResults(nba, games).version).toBe(`${nba.version}+3`);
    expect(probability(nba, fixture("2026-11-20")).home).toBe(before);
  });

  it("ignore void games and games that the fit contains", () => {
    const none = [
      played("nba", pair, "2026-11-01", { kind: "void" }),
      played("nba", pair, "2024-01-11", score(150, 60)),
    ];
    expect(walkResults(nba, none)).toBe(nba);
  });

  it("use closing prices as well as results", () => {
    const moneyline = { home: 400, draw: null, away: -550 };
    const takenAt = new Date("2026-11-01T18:00:00Z");
    const last = { takenAt, books: [{ book: "DraftKings", moneyline, updatedAt: takenAt }] };
    const [first, ...others] = games;
    const priced = [{ ...present(first), last }, ...others];
    const old = { ...last, takenAt: new Date("2026-11-01T10:00:00Z") };
    const unpriced = [{ ...present(first), last: old }, ...others];
    expect(chance(unpriced)).toBe(chance(games));
    expect(chance(priced)).not.toBe(chance(games));
  });

  it("use the winner of a bout but not how it ended", () => {
    const ufc = fitted("ufc");
    const bout = { kind: "winner", winner: "away" } as const;
    const names = ["Zhang Weili", "Jessica Andrade"] as const;
    const walked = walkResults(ufc, [played("ufc", names, "2026-11-01", bout)]);
    const ofBoth = (state: typeof ufc) =>
      probability(state, { date: "2026-12-20", home: names[0], away: names[1], neutral: true })
        .home;
    expect(ofBoth(walked)).toBeLessThan(ofBoth(ufc));
  });

  it("regress to the mean with every missed season", () => {
    const gap = (date: string) => {
      const { ratingGap } = probability(nba, fixture(date)).factors;
      return Math.abs(ratingGap);
    };
    expect(gap("2024-12-01")).toBeGreaterThan(gap("2025-12-01"));
    expect(gap("2025-12-01")).toBeGreaterThan(gap("2026-12-01"));
  });
});

describe("a rating", () => {
  const onSlate = (sport: Sport, sides: readonly [string, string], date: string): SlateGame =>
    toSlateGame(played(sport, sides, date, score(0, 0)), []);
  const recent = [
    played("nba", pair, "2026-11-01", score(100, 99)),
    played("nba", ["Utah Jazz", "Denver Nuggets"], "2027-01-05", score(100, 99)),
  ];

  it("is too old when a team has no result for 60 days of its season", () => {
    const stale = staleTeamFinder(walkResults(fitted("nba"), recent));
    expect(stale(onSlate("nba", pair, "2027-01-01"))).toBeUndefined();
    expect(stale(onSlate("nba", pair, "2027-01-02"))).toEqual({
      side: "Boston Celtics",
      ratedOn: "2026-11-01",
    });
    expect(stale(onSlate("nba", ["Utah Jazz", "Miami Heat"], "2027-01-20"))).toEqual({
      side: "Miami Heat",
      ratedOn: "2026-11-01",
    });
  });

  it("does not age over the summer", () => {
    const last = played("nba", pair, "2027-04-10", score(100, 99));
    const stale = staleTeamFinder(walkResults(fitted("nba"), [last]));
    expect(stale(onSlate("nba", pair, "2027-10-25"))).toBeUndefined();
  });

  it("ages for a fighter with the newest result of the sport", () => {
    const ufc = fitted("ufc");
    const names = ["Zhang Weili", "Jessica Andrade"] as const;
    expect(staleTeamFinder(ufc)(onSlate("ufc", names, "2026-11-20"))).toMatchObject({
      ratedOn: present(
        teams(ufc)
          .filter(({ name }) => names.some((one) => one === name))
          .map(({ lastPlayed }) => lastPlayed)
          .toSorted()[0],
      ),
    });
    const others = played("ufc", ["Max Holloway", "Dustin Poirier"], "2026-11-01", {
      kind: "winner",
      winner: "home",
    });
    const kept = staleTeamFinder(walkResults(ufc, [others]));
    expect(kept(onSlate("ufc", names, "2026-11-20"))).toBeUndefined();
  });
});
