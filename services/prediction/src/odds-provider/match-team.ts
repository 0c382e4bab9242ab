import { personSpelling, spellingOf, wordsOf } from "../domain/live-games/names.ts";
import type { Sport } from "../domain/sport.ts";
import type { RatedTeam } from "../engine/types.ts";
import { aliases, unratedTeams } from "./data.ts";
import { countryOf, type Feed } from "./feeds.ts";

/**
 * The team that a provider's name means in a competition: a rated one, or one that is listed as unrated; undefined
 * when it is not certain.
 */
export type MatchTeam = (feed: Pick<Feed, "sport" | "league">, name: string) => string | undefined;

/**
 * Matches names of the provider to rated teams: by the same words, or by a name in the alias table, never by mere
 * similarity. Soccer clubs match within the country of their league.
 */
export function teamMatcher(ratedTeams: (sport: Sport) => readonly RatedTeam[]): MatchTeam {
  const matchers = new Map<string, (name: string) => string | undefined>();
  const build = (sport: Sport, group: string) => {
    const rated = ratedTeams(sport).filter(
      ({ league }) => sport !== "soccer" || (league !== null && countryOf(league) === group),
    );
    return matcherOf(rated, namesOf(group), spellersOf(sport));
  };
  return ({ sport, league = "" }, name) => {
    const group = sport === "soccer" ? (countryOf(league) ?? "") : sport;
    let match = matchers.get(group);
    if (!match) {
      match = build(sport, group);
      matchers.set(group, match);
    }
    return match(name) ?? unratedTeam(league, name);
  };
}

const unratedTeam = (league: string, name: string): string | undefined =>
  unratedTeams.find((team) => team.league === league && spellingOf(team.name) === spellingOf(name))
    ?.name;

/** Every name of every team of a group: all spellings, with and without nickname. */
export function namesOf(group: string): string[][] {
  return aliases
    .filter((row) => row.group === group)
    .map(({ name, nicknames, aliases: others }) =>
      [name, ...others]
        .flatMap((spelling) => [spelling, withShortState(spelling)])
        .flatMap((spelling) => [spelling, ...nicknames.map((word) => `${spelling} ${word}`)]),
    );
}

/** The provider shortens "State" after the first word. */
const withShortState = (name: string) => name.replace(/(?<=\S )State\b/, "St");

type Speller = (name: string) => string;

/** If two spellings of one name are rated, the team that played last counts. */
function matcherOf(
  rated: readonly RatedTeam[],
  groups: readonly (readonly string[])[],
  spellers: readonly Speller[],
) {
  const spellingsOf = (name: string) => spellers.map((spell) => spell(name));
  const bySpelling = new Map<string, RatedTeam>();
  const add = (spelling: string, team: RatedTeam) => {
    const known = bySpelling.get(spelling);
    if (!known || known.lastPlayed < team.lastPlayed) bySpelling.set(spelling, team);
  };
  for (const team of rated) for (const spelling of spellingsOf(team.name)) add(spelling, team);
  const own = new Map(bySpelling);
  for (const group of groups) {
    const spellings = new Set(group.flatMap(spellingsOf));
    const teams = [...spellings].flatMap((spelling) => own.get(spelling) ?? []);
    for (const team of teams) for (const spelling of spellings) add(spelling, team);
  }
  return (name: string): string | undefined =>
    spellingsOf(name).flatMap((spelling) => bySpelling.get(spelling)?.name ?? [])[0];
}

function spellersOf(sport: Sport): Speller[] {
  if (sport === "soccer") return [spellingOf, clubSpelling];
  return sport === "ufc" ? [spellingOf, personSpelling] : [spellingOf];
}

/** Words for the kind of a club; sources put them first, last or nowhere. */
const clubWords = new Set(
  [
    "fc cf sc afc ac as us ss ssc acf bc rc rcd cd ud sd ca aj ogc sco og losc gd",
    "sv vfb vfl tsg fsv tsv kv kaa krc ksv rsc kvc cfc fk sk nfc club 1 calcio",
  ]
    .join(" ")
    .split(" "),
);

/** A club's name without the words for its kind, unless nothing else is left. */
function clubSpelling(name: string): string {
  const words = wordsOf(name);
  const proper = words.filter((word) => !clubWords.has(word));
  return (proper.length > 0 ? proper : words).join("");
}
