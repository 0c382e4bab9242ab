const longestName = 12;

const places: Record<string, string> = {
  Anaheim: "ANA",
  Arizona: "ARI",
  Atlanta: "ATL",
  Baltimore: "BAL",
  Boston: "BOS",
  Brooklyn: "BKN",
  Buffalo: "BUF",
  Calgary: "CGY",
  Carolina: "CAR",
  Charlotte: "CHA",
  Chicago: "CHI",
  Cincinnati: "CIN",
  Cleveland: "CLE",
  Colorado: "COL",
  Columbus: "CBJ",
  Dallas: "DAL",
  Denver: "DEN",
  Detroit: "DET",
  Edmonton: "EDM",
  Florida: "FLA",
  "Golden State": "GSW",
  "Green Bay": "GB",
  Houston: "HOU",
  Indiana: "IND",
  Indianapolis: "IND",
  Jacksonville: "JAX",
  "Kansas City": "KC",
  "Las Vegas": "LV",
  "Los Angeles": "LA",
  Manchester: "MAN",
  Memphis: "MEM",
  Miami: "MIA",
  Milwaukee: "MIL",
  Minnesota: "MIN",
  Montreal: "MTL",
  Nashville: "NSH",
  "New England": "NE",
  "New Jersey": "NJ",
  "New Orleans": "NO",
  "New York": "NY",
  Oakland: "OAK",
  "Oklahoma City": "OKC",
  Orlando: "ORL",
  Ottawa: "OTT",
  Philadelphia: "PHI",
  Phoenix: "PHX",
  Pittsburgh: "PIT",
  Portland: "POR",
  Sacramento: "SAC",
  "San Antonio": "SA",
  "San Diego": "SD",
  "San Francisco": "SF",
  "San Jose": "SJ",
  Seattle: "SEA",
  "St. Louis": "STL",
  "Tampa Bay": "TB",
  Tennessee: "TEN",
  Texas: "TEX",
  Toronto: "TOR",
  Vancouver: "VAN",
  Vegas: "VGK",
  Washington: "WSH",
  Winnipeg: "WPG",
};

const teams: Record<string, string> = {
  "Blue Jackets": "Jackets",
  Buccaneers: "Bucs",
  Cardinals: "Cards",
  Cavaliers: "Cavs",
  Diamondbacks: "D-backs",
  "Golden Knights": "Knights",
  "Maple Leafs": "Leafs",
  Mavericks: "Mavs",
  Timberwolves: "Wolves",
  "Trail Blazers": "Blazers",
};

const shortenTeam = (team: string) => teams[team] ?? team;

const initials = (words: string[]) => words.map((word) => word[0]?.toUpperCase() ?? "").join("");

const clubSuffix = / (?:FC|AFC|CF|SC|AC|FK|SK|BK)$/;

/** A name over twelve characters with its city and, where there is one, its team abbreviated. */
export function shortName(name: string): string {
  if (name.length <= longestName) return name;
  const place = Object.keys(places)
    .filter((candidate) => name.startsWith(`${candidate} `))
    .toSorted((a, b) => b.length - a.length)[0];
  if (place === undefined) return shortenUnknown(name);
  return `${places[place]} ${shortenTeam(name.slice(place.length + 1))}`;
}

/** Without a known city: the first word as an initial, or all words before the last as initials. */
function shortenUnknown(name: string) {
  const words = name.replace(clubSuffix, "").split(" ");
  const [first = "", ...rest] = words;
  const last = words.at(-1) ?? "";
  if (rest.length === 0 || words.join(" ").length <= longestName) return words.join(" ");
  // "Germaine de Randamie": a particle belongs to the surname.
  const isSurname = rest.length === 1 || /^[a-z]/.test(rest[0] ?? "");
  return isSurname ? `${first[0]}. ${rest.join(" ")}` : `${initials(words.slice(0, -1))} ${last}`;
}
