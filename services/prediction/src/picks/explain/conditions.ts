import type { Condition, ConditionName } from "../../engine/types.ts";
import type { Candidate } from "../candidates.ts";
import type { Argument } from "./arguments.ts";
import type { Facts } from "./facts.ts";

/** Number of conditions in an analysis, largest first. */
const most = 3;
/** Conditions worth fewer rating points are left out. */
const leastPoints = 3;

type Wording = {
  /** The condition as a diagram labels it. */
  label: string;
  /** The condition in a sentence. */
  subject: string | ((sides: { home: string; away: string; other: string }) => string);
  /** Unit of both teams' values, if the sentence gives them. */
  unit?: "rating" | "count" | "age" | "cm";
};

const wordings: Record<ConditionName, Wording> = {
  bye: { label: "Bye week", subject: "a bye week" },
  shortWeek: { label: "Short week", subject: ({ other }) => `a short week of ${other}` },
  playoff: { label: "Playoffs at home", subject: "being at home in the playoffs" },
  homeBackToBack: {
    label: "Game the day before",
    subject: ({ home }) => `a game of ${home} the day before`,
  },
  awayBackToBack: {
    label: "Game the day before",
    subject: ({ away }) => `a game of ${away} the day before`,
  },
  load: {
    label: "Games in seven days",
    subject: "the number of games in seven days",
    unit: "count",
  },
  altitude: { label: "Altitude", subject: "altitude" },
  starters: { label: "Starting pitching", subject: "starting pitching", unit: "rating" },
  age: { label: "Age", subject: "age in years", unit: "age" },
  reach: { label: "Reach", subject: "reach in cm", unit: "cm" },
  layoff: { label: "Layoff", subject: "the layoff in months", unit: "count" },
  experience: { label: "Experience", subject: "the number of bouts", unit: "count" },
  streak: { label: "Winning or losing run", subject: "the run of wins or losses", unit: "count" },
  activity: {
    label: "Recent bouts",
    subject: "the number of bouts in eighteen months",
    unit: "count",
  },
  knockouts: { label: "Knockout losses", subject: "the number of knockout losses", unit: "count" },
  redCorner: { label: "Red corner", subject: "the red corner" },
};

/** Conditions that are true whatever the sides did since their last rated game. */
const lasting = new Set<ConditionName>(["playoff", "altitude", "age", "reach", "redCorner"]);

type Rated = Pick<Candidate, "game" | "factors" | "isCurrent">;

/**
 * The largest conditions besides ratings and home: rest, schedule, starters, a fighter's record. Those that a game
 * missing from the ratings would change are left out unless the ratings are current.
 */
export function namedConditions({ game, factors, isCurrent }: Rated): (Condition & {
  label: string;
})[] {
  return (factors.conditions ?? [])
    .filter(({ points }) => Math.abs(points) >= leastPoints)
    .filter(({ name }) => lasting.has(name) || isCurrent)
    .filter(({ name }) => name !== "starters" || (game.homeStarter && game.awayStarter))
    .slice(0, most)
    .map((condition) => ({ ...condition, label: wordings[condition.name].label }));
}

/** A sentence for each of the largest conditions. */
export const conditionArguments = (candidate: Rated, facts: Facts): Argument[] =>
  namedConditions(candidate).map((condition) => {
    const { home, away } = candidate.game;
    const isForHome = condition.points > 0;
    const [favored, other] = isForHome ? [home, away] : [away, home];
    const worth = facts.rating(condition.name, Math.abs(condition.points));
    const wording = wordings[condition.name];
    const { subject } = wording;
    const name = typeof subject === "string" ? subject : subject({ home, away, other });
    const values = valuesOf(condition, wording, candidate, facts);
    return {
      text: `${name}${values} is worth ${worth} rating points to ${favored}.`,
      favors: isForHome ? "home" : "away",
    };
  });

/** Both values, each with its team. */
function valuesOf(
  { name, home, away }: Condition,
  { unit }: Wording,
  { game }: Rated,
  facts: Facts,
): string {
  if (!unit || home === null || away === null) return "";
  const say = facts[unit];
  return ` (${game.home} ${say(`${name} at home`, home)}, ${game.away} ${say(`${name} away`, away)})`;
}
