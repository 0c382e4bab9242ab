import type { Sport } from "../domain/sport.ts";
import { leagues } from "./data.ts";

/** A market of the provider; each costs one credit a call (one region). */
type Market = "h2h" | "spreads";

/** One competition of the provider and its names in the ratings. */
export type Feed = {
  key: string;
  sport: Sport;
  league?: string | undefined;
  markets: readonly Market[];
  /** Where the competition's calendar dates are those of the ratings. */
  timeZone: string;
};

const eastern = "America/New_York";
const withSpreads = ["h2h", "spreads"] as const;

/** Competitions besides soccer; spreads only where a spread model is fitted. */
const competitions: readonly Feed[] = [
  { key: "americanfootball_nfl", sport: "nfl", markets: withSpreads, timeZone: eastern },
  // Results files of college football carry the UTC date, so that late games fall on the next day.
  { key: "americanfootball_ncaaf", sport: "cfb", markets: withSpreads, timeZone: "UTC" },
  { key: "basketball_nba", sport: "nba", markets: withSpreads, timeZone: eastern },
  { key: "baseball_mlb", sport: "mlb", markets: ["h2h"], timeZone: eastern },
  { key: "icehockey_nhl", sport: "nhl", markets: ["h2h"], timeZone: eastern },
  { key: "mma_mixed_martial_arts", sport: "ufc", markets: ["h2h"], timeZone: eastern },
];

const polled = leagues.filter(({ key }) => key !== "");

/** Soccer leagues that both the ratings and the provider know. */
export const knownLeagues: readonly string[] = polled.map(({ league }) => league);

/** Default leagues; each costs credits of its own. */
export const defaultLeagues = ["epl", "la-liga", "serie-a", "bundesliga", "ligue-1", "mls"];

/** Country of a soccer league: club names repeat between countries, never within one. */
export const countryOf = (name: string): string | undefined =>
  leagues.find(({ league }) => league === name)?.country;

/** Every competition to poll, soccer by its leagues. */
export function feedsFor(names: readonly string[]): Feed[] {
  const soccer = names.flatMap((name) => polled.filter(({ league }) => league === name));
  return [
    ...competitions,
    ...soccer.map(({ key, league, timeZone }): Feed => {
      return { key, sport: "soccer", league, markets: ["h2h"], timeZone };
    }),
  ];
}
