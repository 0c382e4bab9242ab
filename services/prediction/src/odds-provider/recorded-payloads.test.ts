import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { decimalToAmerican } from "../domain/odds.ts";
import { ufcBouts } from "../domain/live-games/ufc-cards.ts";
import type { SlateGame } from "../domain/slate.ts";
import { lastGames, teams } from "../engine/serving/predict.ts";
import { loadModels, modelOf } from "../slates/models.ts";
import { defaultLeagues, feedsFor, type Feed } from "./feeds.ts";
import { teamMatcher } from "./match-team.ts";
import { readPrices, toSlateGame, unknownNames } from "./read-game.ts";
import { eventSchema, oddsSchema, type ProviderEvent } from "./schemas.ts";

/**
 * Recorded responses of the odds provider, one file each. They may not be distributed, so the tests run only with
 * `ODDS_PAYLOADS=<folder>`.
 */
const folder = process.env["ODDS_PAYLOADS"];

const models = loadModels();
const matchTeam = teamMatcher((sport) => teams(modelOf(models, sport)));
const feeds = new Map(feedsFor(defaultLeagues).map((feed) => [feed.key, feed]));
const ufc = feeds.get("mma_mixed_martial_arts")!;

type Recorded = { file: string; feed: Feed; event: ProviderEvent; body: unknown };
const recorded: Recorded[] = [];

/** Some recordings have decimal odds; the product asks for American ones. */
const inAmericanOdds = (body: unknown): unknown =>
  JSON.parse(
    JSON.stringify(body, (key, value: unknown) =>
      key === "price" && typeof value === "number" && value > 1 && value < 100
        ? decimalToAmerican(value)
        : value,
    ),
  );

/** Placeholders of a client's own examples. */
const isExample = ({ home_team: name }: ProviderEvent) => name === "Team A";

describe.skipIf(folder === undefined)("recorded payloads (needs ODDS_PAYLOADS)", () => {
  beforeAll(() => {
    for (const file of readdirSync(folder ?? "").filter((name) => name.endsWith(".json"))) {
      const body: unknown = JSON.parse(readFileSync(join(folder ?? "", file), "utf8"));
      for (const one of Array.isArray(body) ? (body as unknown[]) : []) {
        const event = eventSchema.safeParse(one).data;
        const feed = event && feeds.get(event.sport_key);
        if (feed && !isExample(event)) recorded.push({ file, feed, event, body: one });
      }
    }
  });

  it("have a rated team for every name of the default competitions but fighters", () => {
    const events = recorded.filter(({ feed }) => feed !== ufc);
    const unknown = events.flatMap(({ feed, event }) => unknownNames(event, feed, matchTeam));
    process.stdout.write(
      `${events.length} events of ${new Set(events.map(({ feed }) => feed.key)).size} competitions in ${new Set(events.map(({ file }) => file)).size} files, ${unknown.length} unknown names\n`,
    );
    expect(events.length).toBeGreaterThan(800);
    expect([...new Set(unknown)]).toEqual([]);
  });

  it("have the UFC cards of 18 and 25 April 2026 with every bout of three books, and no other promotion", () => {
    const now = new Date("2026-04-16T19:00:00Z");
    const bouts = recorded.flatMap(({ feed, event, body }): SlateGame[] => {
      const odds = oddsSchema.safeParse(inAmericanOdds(body)).data;
      if (feed !== ufc || !odds || event.commence_time < now) return [];
      const read = readPrices(odds, feed, { matchTeam, now });
      return read?.game.last ? [toSlateGame(read.game, read.game.last.books)] : [];
    });
    const sold = ufcBouts(bouts, lastGames(modelOf(models, "ufc")));
    const boutsOn = (dates: string[]) => sold.filter(({ date }) => dates.includes(date));
    const [first, second] = [boutsOn(["2026-04-18"]), boutsOn(["2026-04-25"])];
    process.stdout.write(
      `UFC: ${bouts.length} bouts listed, ${sold.length} sold, ${first.length} on 18 April, ${second.length} on 25 April 2026\n`,
    );
    expect(first).toHaveLength(13);
    expect(second).toHaveLength(12);
    const others = ["Mamed Khalidov", "Tyson Pedro", "Ronda Rousey", "Nate Diaz", "Urijah Faber"];
    expect(sold.filter(({ home, away }) => others.includes(home) || others.includes(away))).toEqual(
      [],
    );
    const names = sold.flatMap(({ home, away }) => [home, away]);
    expect(new Set(names).size).toBe(names.length);
  });
});
