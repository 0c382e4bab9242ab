import type { HistoryEntry } from "@orbline/proto/http/prediction/history";
import { sportNames } from "#/shared/messages.ts";
import { trueMinus } from "#/lib/format.ts";
import { messages } from "./messages.ts";
import abbreviations from "./team-names.json" with { type: "json" };

const longestName = 12;
const {
  names,
  places,
  teams,
}: Record<"names" | "places" | "teams", Record<string, string>> = abbreviations;

type Named = Pick<HistoryEntry, "sport"> & {
  legs: readonly Pick<HistoryEntry["legs"][number], "betOn" | "betType">[];
};

/** A short name of a stored prediction: pick and line of a single bet, else sport and number of legs. */
export function entryName({ legs, sport }: Named) {
  const [first, ...others] = legs;
  if (!first || others.length > 0) return messages.legs(legs.length, sportNames[sport]);
  const line = trueMinus(first.betType).replace(/^(?:Moneyline|Spread )/, "");
  return `${shortName(first.betOn)} ${line}`.trim();
}

/** The game of a leg after its pick: the opponent, or for a draw both sides. */
export const gameOf = ({ opponent }: { opponent: string }) =>
  opponent.includes(bothSides) ? shortName(opponent) : `${messages.versus} ${shortName(opponent)}`;

/** Between the sides of a game, where a draw has them as its opponent. */
const bothSides = " / ";

/** A name over twelve characters with its city and, where there is one, its team abbreviated. */
export function shortName(name: string): string {
  if (name.includes(bothSides)) return name.split(bothSides).map(shortName).join(bothSides);
  if (name.length <= longestName) return name;
  const known = names[name];
  if (known !== undefined) return known;
  const place = Object.keys(places)
    .filter((candidate) => name.startsWith(`${candidate} `))
    .toSorted((a, b) => b.length - a.length)[0];
  if (place === undefined) return shortenUnknown(name);
  const team = name.slice(place.length + 1);
  return `${places[place]} ${teams[team] ?? team}`;
}

const clubWords = "FC|AFC|CF|SC|AC|FK|SK|BK|AS|CA|CD|RC|SD|SV|UD";
const clubPrefix = new RegExp(`^(?:${clubWords}) `);
const clubSuffix = new RegExp(` (?:${clubWords})$`);
/** "Germaine de Randamie", "Dricus Du Plessis": a particle belongs to the surname. */
const particle = /^(?:[a-z]|(?:Da|De|Del|Der|Di|Dos|Du|La|Le|Van|Von)$)/;

/** Without a known city: the first word as an initial, or all words before the last as initials. */
function shortenUnknown(name: string) {
  const words = name.replace(clubPrefix, "").replace(clubSuffix, "").split(" ");
  const [first = "", ...rest] = words;
  if (rest.length === 0 || words.join(" ").length <= longestName) return words.join(" ");
  const isSurname = rest.length === 1 || particle.test(rest[0] ?? "");
  if (isSurname) return `${first[0]}. ${rest.join(" ")}`;
  const initials = words.slice(0, -1).map((word) => word[0]?.toUpperCase() ?? "");
  return `${initials.join("")} ${words.at(-1)}`;
}
