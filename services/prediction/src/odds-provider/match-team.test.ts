import { describe, expect, it } from "vitest";
import type { Sport } from "../domain/sport.ts";
import { teams } from "../engine/serving/predict.ts";
import { loadModels } from "../slates/models.ts";
import { present } from "../testing/present.ts";
import { aliases } from "./data.ts";
import { feedsFor, knownLeagues, type Feed } from "./feeds.ts";
import { spellingOf } from "../domain/live-games/names.ts";
import { namesOf, teamMatcher } from "./match-team.ts";

const models = loadModels();
const rated = (sport: Sport) => teams(present(models.get(sport)));
const find = teamMatcher(rated);
const feeds = feedsFor(knownLeagues);
const feed = (key: string): Feed => present(feeds.find((one) => one.key === key));
const college = feed("americanfootball_ncaaf");

describe("matching a name of the provider", () => {
  it.each([
    ["soccer_epl", "Brighton and Hove Albion", "Brighton & Hove Albion"],
    ["soccer_epl", "Bournemouth", "AFC Bournemouth"],
    ["soccer_epl", "Wolverhampton Wanderers", "Wolverhampton Wanderers"],
    ["soccer_spain_la_liga", "Athletic Bilbao", "Athletic Club Bilbao"],
    ["soccer_spain_la_liga", "Atletico Madrid", "Atlético Madrid"],
    ["soccer_spain_la_liga", "Barcelona", "FC Barcelona"],
    ["soccer_italy_serie_a", "AS Roma", "Roma"],
    ["soccer_italy_serie_a", "Atalanta BC", "Atalanta"],
    ["soccer_germany_bundesliga", "Bayern Munich", "Bayern München"],
    ["soccer_germany_bundesliga", "Borussia Monchengladbach", "Borussia M'gladbach"],
    ["soccer_germany_bundesliga", "1. FC Köln", "Köln"],
    ["soccer_france_ligue_one", "Paris Saint Germain", "PSG"],
    ["soccer_france_ligue_one", "AS Monaco", "Monaco"],
    ["soccer_usa_mls", "CF Montréal", "Montreal Impact"],
    ["soccer_usa_mls", "D.C. United", "DC United"],
    ["soccer_usa_mls", "New York Red Bulls", "New York RB"],
    ["icehockey_nhl", "Montréal Canadiens", "Montreal Canadiens"],
    ["icehockey_nhl", "St Louis Blues", "St. Louis Blues"],
    ["icehockey_nhl", "Utah Hockey Club", "Utah Mammoth"],
    ["baseball_mlb", "Oakland Athletics", "Athletics"],
    ["basketball_nba", "LA Clippers", "Los Angeles Clippers"],
    ["americanfootball_nfl", "Washington Football Team", "Washington Commanders"],
    ["americanfootball_ncaaf", "Ohio State Buckeyes", "Ohio State"],
    ["americanfootball_ncaaf", "Ohio Bobcats", "Ohio"],
    ["americanfootball_ncaaf", "Miami (OH) RedHawks", "Miami (OH)"],
    ["americanfootball_ncaaf", "Miami Hurricanes", "Miami"],
    ["americanfootball_ncaaf", "Hawaii Rainbow Warriors", "Hawai'i"],
    ["americanfootball_ncaaf", "Youngstown St Penguins", "Youngstown State"],
    ["soccer_spain_la_liga", "Real Racing Club de Santander", "Racing Santander"],
    ["soccer_spain_segunda_division", "Real Sociedad B", "Real Sociedad II"],
    ["soccer_netherlands_eredivisie", "FC Zwolle", "PEC Zwolle"],
    ["soccer_greece_super_league", "AEL", "Larissa"],
    ["soccer_greece_super_league", "Panetolikos Agrinio", "Panaitolikos"],
    ["mma_mixed_martial_arts", "Darya Zheleznyakova", "Daria Zhelezniakova"],
    ["mma_mixed_martial_arts", "Elves Brenner", "Elves Brener"],
    ["mma_mixed_martial_arts", "Sedrique Dumas", "Sedriques Dumas"],
    ["mma_mixed_martial_arts", "Jiří Procházka", "Jiri Prochazka"],
    ["mma_mixed_martial_arts", "Khalil Rountree Jr", "Khalil Rountree Jr."],
    ["mma_mixed_martial_arts", "Weili Zhang", "Zhang Weili"],
    ["mma_mixed_martial_arts", "Benoit Saint-Denis", "Benoit Saint Denis"],
  ])("finds, in %s, for %s the rated team %s", (key, name, side) => {
    expect(find(feed(key), name)).toBe(side);
  });

  it.each([
    ["a school with the nickname of another", college, "Ohio State Wolverines"],
    ["half of a name", college, "Miami RedHawks"],
    ["a nickname alone", feed("americanfootball_nfl"), "Giants"],
    ["a club of another country", feed("soccer_epl"), "Real Madrid"],
    ["a women's team", feed("soccer_epl"), "Arsenal Women"],
    ["a second team", feed("soccer_germany_bundesliga"), "Borussia Dortmund II"],
    ["a name cut short", feed("basketball_nba"), "Boston Celtic"],
    ["nothing", feed("basketball_nba"), " "],
  ])("finds no team for %s", (_what, where, name) => {
    expect(find(where, name)).toBeUndefined();
  });

  it("finds every school of the first division by its name with nickname", () => {
    const schools = aliases
      .filter(({ group }) => group === "cfb")
      .map(({ name, nicknames }) => [name, present(nicknames[0])] as const);
    expect(schools.length).toBeGreaterThan(230);
    const unknown = schools.filter(([school, name]) => !find(college, `${school} ${name}`));
    expect(unknown).toEqual([]);
    const known = new Set(schools.map(([school, name]) => find(college, `${school} ${name}`)));
    const current = rated("cfb").filter(
      ({ division, lastPlayed }) => division === "fbs" && lastPlayed > "2022-08-01",
    );
    expect(current.filter(({ name }) => !known.has(name))).toEqual([]);
  });

  it("gives every spelling to one school only", () => {
    const owners = namesOf("cfb").flatMap((names, school) =>
      [...new Set(names.map(spellingOf))].map((name) => ({ name, school })),
    );
    const shared = Map.groupBy(owners, ({ name }) => name);
    expect([...shared.values()].filter((schools) => schools.length > 1)).toEqual([]);
  });

  it.each(["nfl", "nba", "mlb", "nhl"] as const)(
    "finds every team of %s by its rated name",
    (sport) => {
      const where = present(feeds.find((one) => one.sport === sport));
      for (const { name } of rated(sport)) expect(find(where, name)).toBe(name);
    },
  );

  it("finds every active soccer club by its rated name", () => {
    for (const league of knownLeagues) {
      const where = present(feeds.find((one) => one.league === league));
      const playing = rated("soccer").filter(
        (team) => team.league === league && team.lastPlayed > "2024-08-01",
      );
      for (const { name } of playing) expect(find(where, name)).toBe(name);
    }
  });

  it("finds the spelling that played last when two spellings of a team are rated", () => {
    const one = { rating: 1500, games: 10, league: null, division: null };
    const two = teamMatcher(() => [
      { ...one, name: "Connecticut", lastPlayed: "2013-12-07" },
      { ...one, name: "UConn", lastPlayed: "2023-11-25" },
    ]);
    expect(two(college, "Connecticut Huskies")).toBe("UConn");
  });
});
