import { describe, expect, it } from "vitest";
import { teams } from "../engine/serving/predict.ts";
import { loadModels } from "../slates/models.ts";
import { present } from "../testing/present.ts";
import { currentTeams, unratedTeams } from "./data.ts";
import { feedsFor, knownLeagues } from "./feeds.ts";
import { teamMatcher } from "./match-team.ts";

const models = loadModels();
const find = teamMatcher((sport) => teams(present(models.get(sport))));
const feeds = feedsFor(knownLeagues);
const keyOf = ({ league, name }: { league: string; name: string }) => `${league}: ${name}`;
const unrated = new Set(unratedTeams.map(keyOf));

const ratedTeams = new Set(
  [...models.values()].flatMap((state) => teams(state)).map(({ name }) => name),
);

const foundName = ({ league, name }: { league: string; name: string }): string | undefined => {
  const feed = present(feeds.find((one) => (one.league ?? one.sport) === league));
  return find(feed, name);
};
const ratedName = (team: { league: string; name: string }): string | undefined => {
  const found = foundName(team);
  return found !== undefined && ratedTeams.has(found) ? found : undefined;
};

describe("the teams of the 2026 season", () => {
  it("match a rated team each, unless they are listed as unrated", () => {
    const unknown = currentTeams.filter((team) => !ratedName(team)).map(keyOf);
    expect(unknown.filter((key) => !unrated.has(key))).toEqual([]);
  });

  it("are listed as unrated only while no rated team has their name", () => {
    expect(unratedTeams.filter((team) => ratedName(team)).map(keyOf)).toEqual([]);
    const current = new Set(currentTeams.map(keyOf));
    expect([...unrated].filter((key) => !current.has(key))).toEqual([]);
  });

  it("are found by their own name in their league alone while they are unrated", () => {
    expect(unratedTeams.map(foundName)).toEqual(unratedTeams.map(({ name }) => name));
    const elsewhere = unratedTeams.map(({ name }) => foundName({ league: "mls", name }));
    expect(elsewhere.filter((name) => name !== undefined)).toEqual([]);
  });

  it("match a rated team of their own", () => {
    const rated = currentTeams.flatMap((team) => {
      const name = ratedName(team);
      return name === undefined ? [] : [`${team.league}: ${name}`];
    });
    expect(rated.filter((name, index) => rated.indexOf(name) !== index)).toEqual([]);
  });

  it.each([
    ["nfl", 32],
    ["nba", 30],
    ["mlb", 30],
    ["nhl", 32],
    ["cfb", 138],
    ["epl", 20],
    ["la-liga", 20],
    ["serie-a", 20],
    ["bundesliga", 18],
    ["ligue-1", 18],
    ["mls", 30],
    ["efl-championship", 24],
    ["efl-league-one", 24],
    ["efl-league-two", 24],
    ["la-liga-2", 22],
    ["serie-b", 20],
    ["bundesliga-2", 18],
    ["ligue-2", 18],
    ["eredivisie", 18],
    ["primeira-liga", 18],
    ["belgium-pro", 18],
    ["scottish-prem", 12],
    ["turkey-super", 18],
    ["greece-super", 14],
    ["liga-mx", 18],
    ["brazil-serie-a", 20],
  ])("are complete in %s: %i", (league, count) => {
    expect(currentTeams.filter((team) => team.league === league)).toHaveLength(count);
  });

  it("cover every competition that is polled, except fighters", () => {
    const listed = new Set(currentTeams.map(({ league }) => league));
    const polled = feeds.map(({ league, sport }) => league ?? sport);
    expect(polled.filter((one) => one !== "ufc" && !listed.has(one))).toEqual([]);
  });
});
