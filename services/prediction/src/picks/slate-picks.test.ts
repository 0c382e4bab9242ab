import { describe, expect, it } from "vitest";
import { heldPicks } from "../domain/held-picks.ts";
import { present } from "../testing/present.ts";
import type { Pick } from "../domain/prediction.ts";
import { riskLevels, type RiskLevel } from "../domain/risk.ts";
import { sports, type Sport } from "../domain/sport.ts";
import type { Slate } from "../domain/slate.ts";
import { simulatedSeason } from "../testing/season.ts";
import { rankedGames, slatePicks } from "./slate-picks.ts";
import { americanToDecimal, parlayOdds } from "../domain/odds.ts";

const season = await simulatedSeason();
const picks = slatePicks(season);

/** As the product states them: from, to, fewest legs, most legs. */
const ranges = (sport: Sport): Record<RiskLevel, [number, number, number, number]> => ({
  moderate: sport === "nba" ? [-150, 250, 1, 1] : [100, 350, 1, 1],
  aggressive: sport === "nhl" ? [301, 600, 2, 3] : [201, 500, 2, 3],
  insane: [650, 3_000, 4, 6],
});

const pickFor = (sport: Sport, riskLevel: RiskLevel, n: number, seed?: number): Pick => {
  const choice = picks.find({ sport, riskLevel, n, seed });
  if (choice.kind === "none") throw new Error(`no pick of ${sport} ${riskLevel}: ${choice.reason}`);
  return choice.pick;
};

const nameOf = ({ legs }: Pick) =>
  legs
    .map(({ gameId, wager }) => `${gameId} ${wager.market} ${wager.side}`)
    .toSorted()
    .join(" + ");

const first300 = Array.from({ length: 300 }, (_, index) => index + 1);
const combinations = sports.flatMap((sport) => riskLevels.map((risk) => [sport, risk] as const));

/** 300 in order, 700 drawn by seeds where the risk draws. */
const thousand = (sport: Sport, risk: RiskLevel) =>
  Array.from({ length: 1_000 }, (_, index) =>
    pickFor(sport, risk, index + 1, risk === "insane" && index >= 300 ? index : undefined),
  );

describe.each(combinations)("1,000 picks of %s, %s", (sport, risk) => {
  const [from, to, fewest, most] = ranges(sport)[risk];
  const given = first300.map((n) => pickFor(sport, risk, n));

  it("are in the range of odds and legs", () => {
    for (const { odds, legs } of thousand(sport, risk)) {
      expect(Number.isInteger(odds)).toBe(true);
      expect(odds).toBeGreaterThanOrEqual(from);
      expect(odds).toBeLessThanOrEqual(to);
      expect(legs.length).toBeGreaterThanOrEqual(fewest);
      expect(legs.length).toBeLessThanOrEqual(most);
    }
  });

  it("take their legs from different games and pay their product, rounded once", () => {
    for (const { odds, legs } of given) {
      expect(new Set(legs.map(({ gameId }) => gameId)).size).toBe(legs.length);
      expect(odds).toBe(legs.length === 1 ? legs[0]?.odds : parlayOdds(legs));
    }
  });

  it("have the joint probability, break-even, edge and range that follow from their legs", () => {
    for (const { odds, legs, probability, breakEven, edge, range, band } of given) {
      const joint = legs.reduce((product, leg) => product * leg.probability, 1);
      expect(probability).toBeCloseTo(joint, 10);
      expect(breakEven).toBeCloseTo(1 / americanToDecimal(odds), 10);
      expect(edge).toBeCloseTo(probability * americanToDecimal(odds) - 1, 10);
      expect(range.from).toBeLessThan(probability);
      expect(range.to).toBeGreaterThan(probability);
      expect(range.to).toBeLessThanOrEqual(1);
      expect(probability >= band.from && probability < band.to).toBe(true);
    }
  });

  it("are distinct until the last one, then start over", () => {
    const names = given.map(nameOf);
    const distinct = new Set(names).size;
    expect(distinct).toBeGreaterThanOrEqual(risk === "moderate" ? 10 : 200);
    expect(new Set(names.slice(0, distinct)).size).toBe(distinct);
    expect(nameOf(pickFor(sport, risk, distinct + 1))).toBe(names[0]);
  });

  it("are priced at the book that pays most for all legs, none shorter than −500", () => {
    const { games } = season.slates.current(sport);
    for (const { legs } of given) {
      const payouts = new Map<string, number>();
      for (const { gameId, wager } of legs)
        for (const { book, moneyline, spread } of games.find(({ id }) => id === gameId)?.books ??
          []) {
          const price =
            wager.market === "moneyline" ? moneyline?.[wager.side] : spread?.[wager.side];
          const paid = price && price >= -500 ? americanToDecimal(price) : 0;
          payouts.set(book, (payouts.get(book) ?? 1) * paid);
        }
      const paid = legs.reduce((product, { odds }) => product * americanToDecimal(odds), 1);
      expect(new Set(legs.map(({ book }) => book)).size).toBe(1);
      expect(paid).toBeCloseTo(payouts.get(legs[0]?.book ?? "") ?? 0, 9);
      expect(paid).toBeCloseTo(Math.max(...payouts.values()), 9);
    }
  });
});

const fields = { createdAt: new Date(0), riskLevel: "moderate", probability: 0.4 } as const;

describe("picks", () => {
  it("repeat for the same seed, differ for other seeds, and are in the range", () => {
    const names = Array.from({ length: 60 }, (_, seed) => {
      const pick = pickFor("nba", "insane", 1, seed / 60);
      expect(pick.odds >= 650 && pick.odds <= 3_000).toBe(true);
      expect(nameOf(pickFor("nba", "insane", 1, seed / 60))).toBe(nameOf(pick));
      return nameOf(pick);
    });
    expect(new Set(names).size).toBeGreaterThanOrEqual(4);
  });

  it("are distinct in eight draws in a row, with any seeds", () => {
    const names = Array.from({ length: 8 }, (_, index) =>
      nameOf(pickFor("mlb", "insane", index + 1, Math.sin(index * 1e4))),
    );
    expect(new Set(names).size).toBe(8);
  });

  it.each([Number.MAX_VALUE, -1e300, -0.5, 0, 2 ** 53])("can be drawn by the seed %d", (seed) => {
    expect(pickFor("nfl", "insane", 1_000_000, seed).legs.length).toBeGreaterThanOrEqual(4);
  });

  it("are written once and kept while the slate stays", () => {
    expect(pickFor("nhl", "moderate", 1)).toBe(pickFor("nhl", "moderate", 1));
  });

  it("leave out a game that has started", async () => {
    const own = await simulatedSeason();
    const ownPicks = slatePicks(own);
    const used = () =>
      new Set(
        first300.flatMap((n) => {
          const choice = ownPicks.find({ sport: "nba", riskLevel: "moderate", n });
          return choice.kind === "found" ? choice.pick.legs.map(({ gameId }) => gameId) : [];
        }),
      );
    const started = present(own.slates.current("nba").games[0]);
    expect(used()).toContain(started.id);
    own.time.set(started.startsAt);
    expect(used()).not.toContain(started.id);
  });

  it("say whether there is no game or nothing that fits", () => {
    const withGames = (games: Slate["games"]) => {
      const slate = { ...season.slates.current("nba"), snapshotId: `own:${games.length}`, games };
      const slates = { ...season.slates, current: () => slate };
      return slatePicks({ ...season, slates }).find({
        sport: "nba",
        riskLevel: "insane",
        n: 1,
      });
    };
    expect(withGames([])).toEqual({ kind: "none", reason: "no-games" });
    expect(withGames(season.slates.current("nba").games.slice(0, 3))).toEqual({
      kind: "none",
      reason: "no-fit",
    });
  });

  it("need no game again once they are built", async () => {
    let isWarm = false;
    const unreadable = (sport: Sport) => ({
      ...season.ratings(sport),
      get walker(): never {
        throw new Error("the ratings were read again");
      },
    });
    const ratings = (sport: Sport) => (isWarm ? unreadable(sport) : season.ratings(sport));
    const ownPicks = slatePicks({ ...season, ratings });
    await ownPicks.warm();
    isWarm = true;
    for (const [sport, riskLevel] of combinations)
      expect(ownPicks.find({ sport, riskLevel, n: 1 }).kind).toBe("found");
    const cold = slatePicks({ ...season, ratings });
    expect(() => cold.find({ sport: "nba", riskLevel: "moderate", n: 1 })).toThrow(/read again/);
  });
});

describe("picks that a user holds", () => {
  it("are passed over until the user holds every pick of the range, which the result then says", () => {
    const held = heldPicks();
    const given = new Set<string>();
    const found = () =>
      picks.find({ sport: "nhl", riskLevel: "moderate", n: 1, accepts: held.accepts });
    for (let choice = found(); choice.kind === "found"; choice = found()) {
      expect(given).not.toContain(nameOf(choice.pick));
      given.add(nameOf(choice.pick));
      held.add({ id: String(given.size), ...fields, legs: choice.pick.legs });
    }
    expect(given.size).toBeGreaterThan(5);
    expect(found()).toEqual({ kind: "none", reason: "all-held" });
  });

  it.each(riskLevels)("never back two sides of one market: %s", (riskLevel) => {
    const held = heldPicks();
    const sides = new Map<string, string>();
    for (let n = 1; n <= 40; n += 1) {
      const choice = picks.find({ sport: "nba", riskLevel, n, accepts: held.accepts });
      if (choice.kind === "none") break;
      held.add({ id: String(n), ...fields, legs: choice.pick.legs });
      for (const { gameId, wager } of choice.pick.legs) {
        const market = `${gameId} ${wager.market}`;
        expect(sides.get(market) ?? wager.side).toBe(wager.side);
        sides.set(market, wager.side);
      }
    }
    expect(sides.size).toBeGreaterThan(4);
  });
});

it.each(combinations)("uses no leg shorter than −500 in %s, %s", (sport, risk) => {
  const legs = first300.flatMap((n) => pickFor(sport, risk, n).legs);
  expect(Math.min(...legs.map(({ odds }) => odds))).toBeGreaterThanOrEqual(-500);
});

describe("picks with one game", () => {
  it.each(riskLevels)("are found for most games at the risk %s, all with the game", (riskLevel) => {
    const games = season.slates.current("nba").games.slice(0, 12);
    const choices = games.map(({ id: gameId }) => {
      const choice = picks.find({ sport: "nba", riskLevel, n: 1, gameId });
      return choice.kind === "none"
        ? choice.reason
        : choice.pick.legs.some((leg) => leg.gameId === gameId);
    });
    expect(choices.filter((one) => one !== "game-unfit" && one !== true)).toEqual([]);
    expect(choices.filter((one) => one === true).length).toBeGreaterThan(8);
  });

  it("are refused for a game that is not on the slate", () => {
    const none = { sport: "nba", riskLevel: "moderate", n: 1, gameId: "nba:none" } as const;
    expect(picks.find(none)).toEqual({ kind: "none", reason: "game-gone" });
  });
});

it("keeps the ranked picks of a few games only, because a user can ask for each of hundreds", () => {
  const { games } = season.slates.current("mlb");
  const ask = (gameId: string) => {
    const found = picks.find({ sport: "mlb", riskLevel: "moderate", n: 1, gameId });
    return found.kind === "found" ? found.pick : undefined;
  };
  const first = new Map(games.map(({ id }) => [id, ask(id)]));
  expect([...first.values()].filter(Boolean).length).toBeGreaterThan(rankedGames);
  const kept = games.toReversed().filter(({ id }) => first.get(id) && ask(id) === first.get(id));
  expect(kept.length).toBeGreaterThan(0);
  expect(kept.length).toBeLessThanOrEqual(rankedGames);
});
