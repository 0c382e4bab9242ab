import { shownPercent } from "@orbline/proto/constants/predictions";
import { describe, expect, it } from "vitest";
import { present } from "../testing/present.ts";
import type { BookPrices, Slate } from "../domain/slate.ts";
import { loadModels } from "../slates/models.ts";
import { simulatedSeason } from "../testing/season.ts";
import { explainLeg } from "./explain/leg.ts";
import { candidatesOf } from "./candidates.ts";
import { collectFacts } from "./explain/facts.ts";
import { addDays } from "../domain/dates.ts";
import { logistic, logit } from "../domain/math.ts";
import { pickSlope } from "../engine/market/blend.ts";

const { slates, ratings } = await simulatedSeason();
const slate = slates.current("nfl");
const game = present(slate.games[0]);
const updatedAt = slate.pricedAt;
const book = (name: string, home: number, away: number): BookPrices => ({
  book: name,
  moneyline: { home, draw: null, away },
  updatedAt,
});
const withBooks = (books: BookPrices[]): Slate => ({ ...slate, games: [{ ...game, books }] });
const candidates = (books: BookPrices[]) => candidatesOf(withBooks(books), ratings("nfl"));

describe("candidates", () => {
  it("take the best price over the books and the median of their fair probabilities", () => {
    const [home, away] = candidates([
      book("A", -120, 100),
      book("B", -110, -110),
      book("C", -105, -115),
    ]);
    expect([home?.odds, home?.book, away?.odds, away?.book]).toEqual([-105, "C", 100, "A"]);
    expect(home?.marketProbability).toBeCloseTo(0.5, 2);
    expect((home?.marketProbability ?? 0) + (away?.marketProbability ?? 0)).toBeCloseTo(1, 12);
    expect(home?.books).toBe(3);
  });

  it("leave out a price absurdly far above the consensus", () => {
    const [home] = candidates([
      book("A", -110, -110),
      book("B", -110, -110),
      book("Stale", 160, -190),
      book("D", -108, -112),
      book("E", -112, -108),
    ]);
    expect([home?.odds, home?.book]).toEqual([-108, "D"]);
  });

  it("leave out a book whose implied probabilities cannot be right", () => {
    const broken = [book("Generous", 200, 200), book("Greedy", -400, -400)];
    expect(candidates(broken)).toEqual([]);
    expect(candidates([...broken, book("Sound", -110, -110)]).map((one) => one.book)).toEqual([
      "Sound",
      "Sound",
    ]);
  });

  it("leave out a soccer book without a price for the draw", () => {
    const soccer = slates.current("soccer");
    const match = present(soccer.games[0]);
    const books = match.books.map((each, index) => ({
      ...each,
      moneyline: each.moneyline && {
        ...each.moneyline,
        draw: index === 0 ? each.moneyline.draw : null,
      },
    }));
    const found = candidatesOf({ ...soccer, games: [{ ...match, books }] }, ratings("soccer"));
    expect(found.map(({ wager, books: count }) => [wager.side, count])).toEqual([
      ["home", 1],
      ["draw", 1],
      ["away", 1],
    ]);
  });

  it("compare spreads at the most common line", () => {
    const at = (name: string, line: number): BookPrices => ({
      ...book(name, -110, -110),
      spread: { line, home: -110, away: -110 },
    });
    const found = candidates([at("A", -3.5), at("B", -2.5), at("C", -3.5)]);
    const spreads = found.filter(({ wager }) => wager.market === "spread");
    expect(spreads.map(({ wager, books }) => [wager, books])).toEqual([
      [{ market: "spread", side: "home", line: -3.5 }, 2],
      [{ market: "spread", side: "away", line: -3.5 }, 2],
    ]);
    expect(spreads.map(({ probability }) => probability)).toEqual([0.5, 0.5]);
  });

  it("are moneylines only without a fitted spread model", () => {
    const models = loadModels();
    for (const sport of ["soccer", "mlb", "nhl", "ufc"] as const) {
      const state = present(models.get(sport));
      const markets = candidatesOf(slates.current(sport), state).map(({ wager }) => wager.market);
      expect(new Set(markets)).toEqual(new Set(["moneyline"]));
    }
  });

  it("follow the market alone when a rating is too old, and name the team", () => {
    const state = ratings("nfl");
    const bold = { ...state, model: { ...state.model, blend: { market: 0.5, model: 0.5 } } };
    const marketOnly = { side: game.home, ratedOn: addDays(game.date, -81) };
    const old = { ...slate, games: [{ ...game, marketOnly, books: [book("A", -110, -110)] }] };
    const [home] = candidatesOf(old, bold);
    expect(home?.probability).toBe(home?.marketProbability);
    expect(explainLeg(present(home), bold, collectFacts())).toContain(
      `Ratings: not used. The rating of ${game.home} ends 81 days before the game.`,
    );
  });

  it("are estimated nearer to even than the market, because they may be picked", () => {
    const found = candidates([book("A", -250, 210)]).filter(
      (one) => one.wager.market === "moneyline",
    );
    const [favorite, underdog] = found.map(({ probability }) => probability);
    const [byMarket = 0] = found.map(({ marketProbability }) => marketProbability);
    expect(favorite).toBe(shownPercent(logistic(pickSlope * logit(byMarket))) / 100);
    expect(favorite).toBeLessThan(byMarket);
    expect((favorite ?? 0) + (underdog ?? 0)).toBeCloseTo(1, 9);
  });

  it("leave out a book that is hours older than the others", () => {
    const earlier = new Date(updatedAt.getTime() - 7 * 3_600_000);
    const stale = { ...book("Stale", 105, -115), updatedAt: earlier };
    const found = candidates([book("A", -110, -110), stale]);
    expect(found.map((one) => [one.book, one.books])).toEqual([
      ["A", 1],
      ["A", 1],
    ]);
  });

  it("leave out numbers that are not American prices", () => {
    expect(candidates([book("A", 50, -110), book("B", Number.NaN, -110)])).toEqual([]);
  });

  it("contain the market's favorite of their game at its best price", () => {
    const found = candidates([book("A", -130, 110), book("B", -125, 105)]);
    expect(found.map(({ favorite }) => favorite)).toEqual([
      { side: "home", odds: -125 },
      { side: "home", odds: -125 },
    ]);
  });

  it("follow the model of a sport in which it has weight beside the market", () => {
    const state = ratings("nfl");
    const bold = { ...state, model: { ...state.model, blend: { market: 0.5, model: 0.5 } } };
    const books = [book("A", -110, -110)];
    const [led] = candidates(books);
    const [blended] = candidatesOf(withBooks(books), bold);
    expect(led?.probability).toBeCloseTo(led?.marketProbability ?? 0, 12);
    const between = [blended?.modelProbability ?? 0, blended?.marketProbability ?? 0];
    expect(blended?.probability).toBeGreaterThan(Math.min(...between));
    expect(blended?.probability).toBeLessThan(Math.max(...between));
  });
});
