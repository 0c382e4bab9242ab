import type { Condition, ConditionName } from "../../engine/types.ts";
import type { Candidate } from "../candidates.ts";
import type { Facts } from "./facts.ts";

/** Number of conditions in an analysis, largest first. */
const most = 3;
/** Conditions worth fewer rating points are left out. */
const leastPoints = 3;

type Wording = {
  subject: (sides: { home: string; away: string; other: string }) => string;
  /** Unit of both teams' values and the word after them, if the sentence gives them. */
  values?: { unit: "rating" | "count" | "age" | "cm"; after: string };
};

const plain = (subject: string, values?: Wording["values"]): Wording => ({
  subject: () => subject,
  ...(values && { values }),
});

const wordings: Record<ConditionName, Wording> = {
  bye: plain("A bye week"),
  shortWeek: { subject: ({ other }) => `A short week of ${other}` },
  playoff: plain("Being at home in the playoffs"),
  homeBackToBack: { subject: ({ home }) => `A game of ${home} the day before` },
  awayBackToBack: { subject: ({ away }) => `A game of ${away} the day before` },
  load: plain("Load", { unit: "count", after: " games in seven days" }),
  altitude: plain("Altitude"),
  starters: plain("Starting pitching", { unit: "rating", after: "" }),
  age: plain("Age", { unit: "age", after: " years" }),
  reach: plain("Reach", { unit: "cm", after: " cm" }),
  layoff: plain("Layoff", { unit: "count", after: " months" }),
  experience: plain("Experience", { unit: "count", after: " bouts" }),
  streak: plain("The run of wins (losses below zero)", { unit: "count", after: "" }),
  activity: plain("Activity", { unit: "count", after: " bouts in eighteen months" }),
  knockouts: plain("Knock-out record", { unit: "count", after: " such losses" }),
  redCorner: plain("The red corner"),
};

/** Conditions that are true whatever the sides did since their last rated game. */
const lasting = new Set<ConditionName>(["playoff", "altitude", "age", "reach", "redCorner"]);

/**
 * Sentences on the largest conditions besides ratings and home: rest, schedule, starters, a fighter's record. Those
 * that a game missing from the ratings would change are left out unless the ratings are current.
 */
export const conditionSentences = (
  { game, factors, isCurrent }: Pick<Candidate, "game" | "factors" | "isCurrent">,
  facts: Facts,
): string[] =>
  (factors.conditions ?? [])
    .filter(({ points }) => Math.abs(points) >= leastPoints)
    .filter(({ name }) => lasting.has(name) || isCurrent)
    .filter(({ name }) => name !== "starters" || (game.homeStarter && game.awayStarter))
    .slice(0, most)
    .map((condition) => {
      const wording = wordings[condition.name];
      const { home, away } = game;
      const [favoured, other] = condition.points > 0 ? [home, away] : [away, home];
      const worth = facts.rating(condition.name, Math.abs(condition.points));
      const subject = wording.subject({ home, away, other });
      return `${subject}${valuesOf(condition, wording, facts)} is worth ${worth} to ${favoured}.`;
    });

function valuesOf({ name, home, away }: Condition, { values }: Wording, facts: Facts): string {
  if (!values || home === null || away === null) return "";
  const say = facts[values.unit];
  const [first, second] = [say(`${name} at home`, home), say(`${name} away`, away)];
  return `, ${first} against ${second}${values.after},`;
}
