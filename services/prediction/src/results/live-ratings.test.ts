import { describe, expect, it } from "vitest";
import type { StoredResult } from "../domain/live-games/rated-result.ts";
import type { GameResult, SlateGame } from "../domain/slate.ts";
import type { Sport } from "../domain/sport.ts";
import { type ModelState, probability, teams } from "../engine/serving/predict.ts";
import { loadModels } from "../slates/models.ts";
import { present } from "../testing/present.ts";
import { ratingWalk, staleTeamFinder } from "./live-ratings.ts";
import { resultRater } from "./rate-results.ts";

const models = loadModels();
const fitted = (sport: Sport) => present(models.get(sport));

const played = (
  sport: Sport,
  [home, away]: readonly [string, string],
  date: string,
  result: GameResult,
  more: Partial<StoredResult> = {},
): StoredResult => ({
  id: `${home}:${date}`,
  source: "files",
  sourceId: `${home}:${date}`,
  sport,
  home,
  away,
  startsAt: new Date(`${date}T20:00:00Z`),
  date,
  status: "finished",
  result,
  ...more,
});

const walk = async (state: ModelState, results: readonly StoredResult[]): Promise<ModelState> => {
  const rate = resultRater(state.model.sport, teams(state), "files");
  return ratingWalk(state)((await rate(results)).games);
};

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
  const chanceIn = (state: ModelState) => probability(state, fixture("2026-11-20")).home;
  const chance = async (results: readonly StoredResult[]) => chanceIn(await walk(nba, results));

  it("do not depend on the order of the results", async () => {
    expect(await chance(games.toReversed())).toBe(await chance(games));
    expect(await chance(games)).not.toBe(await chance(games.slice(1)));
  });

  it("are the same whether results come at once, one by one, or late and corrected", async () => {
    const rate = resultRater("nba", teams(nba), "files");
    const dates = ["2026-10-21", "2026-11-01", "2026-11-20", "2026-12-15"];
    const all = dates.map((date) => played("nba", pair, date, score(110, 100)));
    const step = ratingWalk(nba);
    for (let end = 1; end <= all.length; end += 1)
      await step((await rate(all.slice(0, end))).games);
    const corrected = all.with(0, played("nba", pair, dates[0] ?? "", score(90, 130)));
    for (const results of [all, corrected, all.slice(1), all]) {
      const stepped = await step((await rate(results)).games);
      expect(chanceIn(stepped)).toBe(await chance(results));
    }
  });

  it("leave the fitted ratings unchanged and count their games in the version", async () => {
    const before = probability(nba, fixture("2026-11-20")).home;
    expect((await walk(nba, games)).version).toBe(`${nba.version}+3`);
    expect(probability(nba, fixture("2026-11-20")).home).toBe(before);
  });

  it("ignore games that are called off, of the preseason, or in the fit", async () => {
    const none = [
      {
        ...played("nba", pair, "2026-11-01", score(0, 0)),
        status: "canceled",
        result: undefined,
      } as const,
      played("nba", pair, "2026-10-10", score(150, 60)),
      played("nba", pair, "2024-01-11", score(150, 60)),
    ];
    expect(await walk(nba, none)).toBe(nba);
  });

  it("use closing prices as well as results", async () => {
    const [first, ...others] = games;
    const priced = { ...present(first), prices: { home: 400, draw: null, away: -550 } };
    expect(await chance([priced, ...others])).not.toBe(await chance(games));
  });

  it("use the winner of a bout", async () => {
    const ufc = fitted("ufc");
    const bout = { kind: "winner", winner: "away" } as const;
    const names = ["Zhang Weili", "Jessica Andrade"] as const;
    const walked = await walk(ufc, [played("ufc", names, "2026-11-01", bout)]);
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
  const onSlate = (sport: Sport, sides: readonly [string, string], date: string): SlateGame => ({
    id: "game",
    sport,
    home: sides[0],
    away: sides[1],
    date,
    startsAt: new Date(`${date}T20:00:00Z`),
    endsAt: new Date(`${date}T23:00:00Z`),
    neutral: false,
    books: [],
  });
  const recent = [
    played("nba", pair, "2026-11-01", score(100, 99)),
    played("nba", ["Utah Jazz", "Denver Nuggets"], "2027-01-05", score(100, 99)),
  ];

  it("is too old when a team has no result for 60 days of its season", async () => {
    const stale = staleTeamFinder(await walk(fitted("nba"), recent));
    expect(stale(onSlate("nba", pair, "2027-01-01"))).toBeUndefined();
    expect(stale(onSlate("nba", pair, "2027-01-02"))).toEqual({
      side: "Boston Celtics",
      ratedOn: "2026-11-01",
    });
    expect(stale(onSlate("nba", ["Utah Jazz", "Nobody"], "2027-01-20"))).toEqual({
      side: "Nobody",
    });
    expect(stale(onSlate("nba", ["Utah Jazz", "Miami Heat"], "2027-01-20"))).toEqual({
      side: "Miami Heat",
      ratedOn: "2026-11-01",
    });
  });

  it("does not age over the summer", async () => {
    const last = played("nba", pair, "2027-04-10", score(100, 99));
    const stale = staleTeamFinder(await walk(fitted("nba"), [last]));
    expect(stale(onSlate("nba", pair, "2027-10-25"))).toBeUndefined();
  });

  it("ages for a fighter with the newest result of the sport", async () => {
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
    const kept = staleTeamFinder(await walk(ufc, [others]));
    expect(kept(onSlate("ufc", names, "2026-11-20"))).toBeUndefined();
  });
});
