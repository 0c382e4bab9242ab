import type { Sport } from "../domain/sport.ts";

/** A market of the provider that is asked for. */
export type Market = "h2h" | "spreads";

/** One competition of the provider and what it is in the terms of the ratings. */
export type Feed = {
  /** The provider's sport key. */
  key: string;
  sport: Sport;
  /** Soccer competition in the terms of the ratings. */
  league?: string;
  /** Each costs one credit a call (one region). */
  markets: readonly Market[];
  /** Where the competition's calendar dates are those of the ratings. */
  timeZone: string;
};

const eastern = "America/New_York";

/** The provider's keys of one competition each; spreads only where a spread model is fitted. */
const competitions: readonly Feed[] = [
  {
    key: "americanfootball_nfl",
    sport: "nfl",
    markets: ["h2h", "spreads"],
    timeZone: eastern,
  },
  // Results files of college football carry the UTC date, so that late games fall on the next day.
  {
    key: "americanfootball_ncaaf",
    sport: "cfb",
    markets: ["h2h", "spreads"],
    timeZone: "UTC",
  },
  { key: "basketball_nba", sport: "nba", markets: ["h2h", "spreads"], timeZone: eastern },
  { key: "baseball_mlb", sport: "mlb", markets: ["h2h"], timeZone: eastern },
  { key: "icehockey_nhl", sport: "nhl", markets: ["h2h"], timeZone: eastern },
  { key: "mma_mixed_martial_arts", sport: "ufc", markets: ["h2h"], timeZone: eastern },
];

type SoccerLeague = { key: string; country: string; timeZone: string };

/** Soccer leagues by their name in the ratings. */
const soccerLeagues: Record<string, SoccerLeague> = {
  epl: { key: "soccer_epl", country: "england", timeZone: "Europe/London" },
  "la-liga": { key: "soccer_spain_la_liga", country: "spain", timeZone: "Europe/Madrid" },
  "serie-a": { key: "soccer_italy_serie_a", country: "italy", timeZone: "Europe/Rome" },
  bundesliga: {
    key: "soccer_germany_bundesliga",
    country: "germany",
    timeZone: "Europe/Berlin",
  },
  "ligue-1": { key: "soccer_france_ligue_one", country: "france", timeZone: "Europe/Paris" },
  mls: { key: "soccer_usa_mls", country: "usa", timeZone: eastern },
  "efl-championship": {
    key: "soccer_efl_champ",
    country: "england",
    timeZone: "Europe/London",
  },
  "efl-league-one": {
    key: "soccer_england_league1",
    country: "england",
    timeZone: "Europe/London",
  },
  "efl-league-two": {
    key: "soccer_england_league2",
    country: "england",
    timeZone: "Europe/London",
  },
  "la-liga-2": {
    key: "soccer_spain_segunda_division",
    country: "spain",
    timeZone: "Europe/Madrid",
  },
  "serie-b": { key: "soccer_italy_serie_b", country: "italy", timeZone: "Europe/Rome" },
  "bundesliga-2": {
    key: "soccer_germany_bundesliga2",
    country: "germany",
    timeZone: "Europe/Berlin",
  },
  "ligue-2": { key: "soccer_france_ligue_two", country: "france", timeZone: "Europe/Paris" },
  eredivisie: {
    key: "soccer_netherlands_eredivisie",
    country: "netherlands",
    timeZone: "Europe/Amsterdam",
  },
  "primeira-liga": {
    key: "soccer_portugal_primeira_liga",
    country: "portugal",
    timeZone: "Europe/Lisbon",
  },
  "belgium-pro": {
    key: "soccer_belgium_first_div",
    country: "belgium",
    timeZone: "Europe/Brussels",
  },
  "scottish-prem": { key: "soccer_spl", country: "scotland", timeZone: "Europe/London" },
  "turkey-super": {
    key: "soccer_turkey_super_league",
    country: "turkey",
    timeZone: "Europe/Istanbul",
  },
  "greece-super": {
    key: "soccer_greece_super_league",
    country: "greece",
    timeZone: "Europe/Athens",
  },
  "liga-mx": {
    key: "soccer_mexico_ligamx",
    country: "mexico",
    timeZone: "America/Mexico_City",
  },
  "brazil-serie-a": {
    key: "soccer_brazil_campeonato",
    country: "brazil",
    timeZone: "America/Sao_Paulo",
  },
};

/** The soccer leagues that both the ratings and the provider know. */
export const knownLeagues: readonly string[] = Object.keys(soccerLeagues);

/** Leagues asked for unless the configuration names others; each costs credits of its own. */
export const usualLeagues = ["epl", "la-liga", "serie-a", "bundesliga", "ligue-1", "mls"];

/** Names repeat between countries, never within one. */
export const countryOf = (league: string): string | undefined => {
  const known = soccerLeagues[league];
  // The one rated league that the provider does not list.
  return known?.country ?? (league === "scottish-champ" ? "scotland" : undefined);
};

/** Every competition to be polled, soccer by the given leagues. */
export const feedsFor = (leagues: readonly string[]): Feed[] => [
  ...competitions,
  ...leagues.flatMap((league): Feed[] => {
    const known = soccerLeagues[league];
    if (!known) return [];
    const { key, timeZone } = known;
    return [{ key, sport: "soccer", league, markets: ["h2h"], timeZone }];
  }),
];
