import { parseArgs } from "node:util";
import { teams } from "../engine/serving/predict.ts";
import { feedsFor, defaultLeagues, type Feed } from "../odds-provider/feeds.ts";
import { loadModels } from "../slates/models.ts";
import { fakeOddsApi } from "./fake-odds-api.ts";
import type { FakeBook, FakeGame } from "./fake-odds-shapes.ts";
import { decimalToAmerican } from "../domain/odds.ts";

const hourMs = 3_600_000;
const models = loadModels();
const titles = ["DraftKings", "FanDuel", "BetMGM", "Bovada"];

/** A book with a margin of four percent near a game's chances; the draw of soccer takes a quarter. */
const bookOf = (title: string, feed: Feed, lean: number): FakeBook => {
  const tilt = lean + (Math.random() - 0.5) * 0.02;
  const share = feed.sport === "soccer" ? 0.75 : 1;
  const price = (p: number) => decimalToAmerican(1 / (p * 1.04));
  return {
    title,
    home: price(share * (0.5 + tilt)),
    away: price(share * (0.5 - tilt)),
    ...(feed.sport === "soccer" && { draw: price(0.25) }),
    ...(feed.markets.includes("spreads") && {
      spread: { line: -Math.round(lean * 20) - 0.5, home: -110, away: -110 },
    }),
  };
};

/** Twelve games of a competition between sides that played last, one every five hours. */
const gamesOf = (feed: Feed): FakeGame[] => {
  const state = models.get(feed.sport);
  if (!state) return [];
  const sides = teams(state)
    .filter(({ league }) => feed.league === undefined || league === feed.league)
    .toSorted((a, b) => (a.lastPlayed < b.lastPlayed ? 1 : -1));
  return Array.from({ length: 12 }, (_, index) => {
    const [home, away] = [sides[2 * index]?.name, sides[2 * index + 1]?.name];
    if (home === undefined || away === undefined) return [];
    const lean = (Math.random() - 0.5) * 0.3;
    const start = new Date(Date.now() + (5 * index + 1) * hourMs).toISOString();
    const books = titles.map((title) => bookOf(title, feed, lean));
    return [{ id: `${feed.key}-${index}`, home, away, start, books }];
  }).flat();
};

const { values } = parseArgs({ options: { port: { type: "string", default: "8140" } } });
const provider = await fakeOddsApi({ port: Number(values.port) });
for (const feed of feedsFor(defaultLeagues)) provider.games.set(feed.key, gamesOf(feed));
process.stdout.write(
  `An invented provider of odds: ODDS_API_URL=${provider.url} ODDS_API_KEY=${provider.apiKey}\n`,
);
