import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { toJson, trainSport } from "../commands/train.ts";
import { dateOfDay, dayNumber } from "./dates.ts";
import {
  bandOf,
  blend,
  blendSpread,
  likelyRange,
  loadModel,
  probability,
  spreadProbability,
  teams,
  update,
  type ModelState,
} from "./serving/predict.ts";
import { miniature, quick } from "./testing/miniature.ts";
import { sports, type Sport } from "../domain/sport.ts";
import { type Fixture, type PricedGame } from "./types.ts";

const snapshots = "testing/golden";

/** Fixtures between rated teams, one of them unknown, that reach every branch of a model. */
const fixturesOf = (sport: Sport, { model, ...state }: ModelState): Fixture[] => {
  const rated = teams({ model, ...state }).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const end = dayNumber(model.span.to);
  return Array.from({ length: 12 }, (_, i): Fixture => {
    const home = rated[(i * 37) % rated.length];
    const away = rated[(i * 53 + 1) % rated.length];
    return {
      date: dateOfDay(end + 1 + i * i),
      home: i === 10 ? "Never Seen" : (home?.name ?? ""),
      away: away?.name ?? "",
      neutral: i % 4 === 3,
      postseason: i % 3 === 2,
      league: home?.league ?? undefined,
      homeDivision: sport === "cfb" ? (home?.division ?? undefined) : undefined,
      awayDivision: sport === "cfb" ? (away?.division ?? undefined) : undefined,
      ...(sport === "mlb" && i % 3 !== 0 && { homeStarter: "ACE-R", awayStarter: "OTHER-L" }),
      ...(sport === "ufc" && i % 3 !== 0 && { homeAge: 24 + i, awayAge: 36, homeReach: 190 }),
      ...(sport === "ufc" && i % 2 === 0 && { redCorner: "home" as const }),
    };
  });
};

const finished = (sport: Sport, fixture: Fixture, i: number): PricedGame => ({
  ...fixture,
  result:
    sport === "ufc"
      ? { kind: "winner", winner: i % 2 === 0 ? "home" : "away", finish: i % 3 === 0 }
      : { kind: "score", home: 3 + (i % 5), away: 5 - (i % 3) },
  prices: i % 4 === 1 ? null : { home: -140, draw: sport === "soccer" ? 260 : null, away: 130 },
  spreadHome: hasSpread.has(sport) ? -2.5 : null,
});
const hasSpread = new Set<Sport>(["nfl", "nba", "cfb"]);

const market = (sport: Sport) =>
  sport === "soccer"
    ? { home: 0.45, draw: 0.26, away: 0.29 }
    : { home: 0.57, draw: null, away: 0.43 };

const rounded = (_name: string, value: unknown): unknown =>
  typeof value === "number" ? Number(value.toFixed(12)) : value;

/** One line of JSON for each game: all that is served about it, to twelve decimals, before its result is observed. */
const served = (sport: Sport, fitted: ModelState): string => {
  let state = fitted;
  const lines = fixturesOf(sport, fitted).map((fixture, i) => {
    const prediction = probability(state, fixture);
    const cover = state.model.spread ? spreadProbability(state, fixture, -3.5) : null;
    const line = {
      ...prediction,
      blend: blend(state, prediction, market(sport)),
      cover,
      blendedCover: cover && blendSpread(state, cover.cover, 0.5),
      range: likelyRange(state, prediction.home),
      band: bandOf(state, prediction.home),
    };
    state = update(state, [finished(sport, fixture, i)]);
    return JSON.stringify(line, rounded);
  });
  return `${lines.join("\n")}\n`;
};

describe("a model fitted to a synthetic league", () => {
  it.each(sports)("%s: has the same bytes and serves the same numbers", async (sport) => {
    const text = toJson(trainSport(sport, miniature(sport, 330), quick));
    const digest = createHash("sha256").update(text).digest("hex");
    const lines = served(sport, loadModel(JSON.parse(text)));
    await expect(`${digest}\n${lines}`).toMatchFileSnapshot(`${snapshots}/${sport}-miniature.txt`);
  });
});

describe("the committed model", () => {
  it.each(sports)("%s: serves the same numbers for the same games", async (sport) => {
    const file = new URL(`../../models/${sport}.json`, import.meta.url);
    const lines = served(sport, loadModel(JSON.parse(readFileSync(file, "utf8"))));
    await expect(lines).toMatchFileSnapshot(`${snapshots}/${sport}.txt`);
  });
});
