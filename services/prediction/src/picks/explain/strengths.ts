import type { TeamFactors } from "../../engine/types.ts";
import type { Candidate } from "../candidates.ts";
import { conditionSentences } from "./conditions.ts";
import type { Facts } from "./facts.ts";
import { daysBetween } from "../../domain/dates.ts";

/** Smaller values would be printed as zero. */
const shown = 0.05;
/** Fewer results do not show a form. */
const fewestResults = 3;

/** Days from the last result behind the older of both ratings to the game. */
export const ratingAge = ({ game, factors }: Candidate): number =>
  Math.max(ageInDays(game.date, factors.home), ageInDays(game.date, factors.away));

/** Sentences on everything that moved the model's probability: ratings, home, rest, form, margin. */
export const strengthSentences = (candidate: Candidate, facts: Facts): string[] => [
  ratingSentence(candidate, facts),
  ...newcomerSentences(candidate),
  ...homeSentences(candidate, facts),
  ...conditionSentences(candidate, facts),
  ...formSentences(candidate, facts),
  ...marginSentences(candidate, facts),
];

const ageInDays = (date: string, { ratedOn }: TeamFactors): number =>
  ratedOn === null ? 0 : daysBetween(ratedOn, date);

function ratingSentence({ game, factors }: Candidate, facts: Facts): string {
  const { home, away, ratingGap } = factors;
  const gap = Math.abs(ratingGap);
  if (gap < shown)
    return `The ratings of ${game.home} and ${game.away} are alike, at ${facts.rating("rating", home.rating)}.`;
  const [upper, lower] = ratingGap > 0 ? [home, away] : [away, home];
  const [better, worse] = ratingGap > 0 ? [game.home, game.away] : [game.away, game.home];
  return (
    `The rating of ${better} is ${facts.rating("rating gap", gap)} above that of ${worse}: ` +
    `${facts.rating(`rating of ${better}`, upper.rating)} to ` +
    `${facts.rating(`rating of ${worse}`, lower.rating)}.`
  );
}

const newcomerSentences = ({ game, factors }: Candidate): string[] =>
  (["home", "away"] as const)
    .filter((side) => factors[side].ratedOn === null)
    .map((side) => `No results of ${game[side]} are known, so it has the rating of a newcomer.`);

const homeSentences = ({ game, factors }: Candidate, facts: Facts): string[] =>
  game.neutral || Math.abs(factors.homeAdvantage) < shown
    ? []
    : [
        `Home is worth ${facts.rating("home advantage", factors.homeAdvantage)} rating points to ${game.home}.`,
      ];

function formSentences({ game, factors, wager, isCurrent }: Candidate, facts: Facts): string[] {
  if (wager.side === "draw" || !isCurrent) return [];
  const name = game[wager.side];
  const { form } = factors[wager.side];
  if (form.length < fewestResults) return [];
  const won = form.filter((letter) => letter === "W").length;
  return [
    `${name} won ${facts.count(`recent wins of ${name}`, won)} of the last ${facts.count("last rated games", form.length)} rated games.`,
  ];
}

function marginSentences({ game, factors }: Candidate, facts: Facts): string[] {
  const { expectedMargin, marginSd } = factors;
  if (expectedMargin === null || marginSd === null) return [];
  const ahead = expectedMargin >= 0 ? game.home : game.away;
  const margin = facts.points("expected margin", Math.abs(expectedMargin));
  return [
    `The model's margin is ${margin} points for ${ahead}, with a standard deviation of ${facts.points("margin sd", marginSd)}.`,
  ];
}
