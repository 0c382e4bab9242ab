import type { Sport } from "../domain/sport.ts";
import type { RatedTeam } from "../engine/types.ts";
import { clubNames } from "./club-names.ts";
import { countryOf } from "./feeds.ts";
import type { FindSide } from "./read-game.ts";
import { schoolNames } from "./school-names.ts";
import { spellingOf, wordsOf } from "./spelling.ts";
import { fighterNames, teamNames } from "./team-names.ts";

/** Words that say what kind of club it is; sources put them before, after or nowhere. */
const clubWords = new Set(
  [
    "fc cf sc afc ac as us ss ssc acf bc rc rcd cd ud sd ca aj ogc sco og losc gd",
    "sv vfb vfl tsg fsv tsv kv kaa krc ksv rsc kvc cfc fk sk nfc club 1 calcio",
  ]
    .join(" ")
    .split(" "),
);

/** A club's name without the words of its kind, unless nothing else is left. */
const clubSpelling = (name: string): string => {
  const words = wordsOf(name);
  const proper = words.filter((word) => !clubWords.has(word));
  return (proper.length > 0 ? proper : words).join("");
};

const generations = new Set(["jr", "sr", "ii", "iii"]);

/** A fighter's names in alphabetical order, as sources differ in which comes first. */
const fighterSpelling = (name: string): string =>
  wordsOf(name)
    .filter((word) => !generations.has(word))
    .toSorted()
    .join("");

type Speller = (name: string) => string;
type Names = readonly (readonly string[])[];

/** Rated sides by every spelling of every name; two spellings of one side mean the one that played last. */
const indexOf = (rated: readonly RatedTeam[], groups: Names, spellers: readonly Speller[]) => {
  const spellingsOf = (name: string) => spellers.map((spell) => spell(name));
  const index = new Map<string, RatedTeam>();
  const add = (spelling: string, team: RatedTeam) => {
    const known = index.get(spelling);
    if (!known || known.lastPlayed < team.lastPlayed) index.set(spelling, team);
  };
  for (const team of rated) for (const spelling of spellingsOf(team.name)) add(spelling, team);
  const own = new Map(index);
  for (const group of groups) {
    const spellings = new Set(group.flatMap(spellingsOf));
    const sides = [...spellings].flatMap((spelling) => own.get(spelling) ?? []);
    for (const side of sides) for (const spelling of spellings) add(spelling, side);
  }
  return (name: string): string | undefined =>
    spellingsOf(name).flatMap((spelling) => index.get(spelling)?.name ?? [])[0];
};

/** How names of a sport are spelled alike, and the names that mean the same. */
const rulesOf = (sport: Exclude<Sport, "soccer">): { spellers: Speller[]; groups: Names } => {
  switch (sport) {
    case "ufc":
      return { spellers: [spellingOf, fighterSpelling], groups: fighterNames };
    case "cfb":
      return { spellers: [spellingOf], groups: schoolNames };
    case "nba":
    case "mlb":
    case "nhl":
    case "nfl":
      return { spellers: [spellingOf], groups: teamNames[sport] };
  }
};

/**
 * Finds the rated side that a provider's name means: the same words, or a name of the alias tables, and
 * nothing that merely looks alike. Soccer clubs are looked for in the league's country.
 */
export const sideFinder = (rated: (sport: Sport) => readonly RatedTeam[]): FindSide => {
  const indexes = new Map<string, (name: string) => string | undefined>();
  const build = (sport: Sport, country: string) => {
    if (sport !== "soccer") {
      const { groups, spellers } = rulesOf(sport);
      return indexOf(rated(sport), groups, spellers);
    }
    const local = rated("soccer").filter(
      ({ league }) => league !== null && countryOf(league) === country,
    );
    return indexOf(local, clubNames[country] ?? [], [spellingOf, clubSpelling]);
  };
  return ({ sport, league = "" }, name) => {
    const country = sport === "soccer" ? (countryOf(league) ?? "") : "";
    const key = `${sport}:${country}`;
    let find = indexes.get(key);
    if (!find) {
      find = build(sport, country);
      indexes.set(key, find);
    }
    return find(name);
  };
};
