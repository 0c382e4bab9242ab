import type { SideFactors } from "../model/types.ts";
import type { Candidate } from "./candidates.ts";
import type { Facts } from "./facts.ts";

/** Anything smaller is printed as zero. */
const shown = 0.05;
/** Ratings whose last result lies further back than this are told to be old. */
const freshDays = 60;
/** Fewer results than this say nothing about form. */
const fewestResults = 3;

const ratingSentence = ({ game, factors }: Candidate, facts: Facts): string => {
  const { home, away, ratingGap } = factors;
  const gap = Math.abs(ratingGap);
  if (gap < shown)
    return `The ratings of ${game.home} and ${game.away} are alike, at ${facts.rating("rating", home.rating)}.`;
  const [upper, lower] = ratingGap > 0 ? [home, away] : [away, home];
  const [better, worse] = ratingGap > 0 ? [game.home, game.away] : [game.away, game.home];
  return (
    `The rating of ${better} is ${facts.rating("rating gap", gap)} points above that of ${worse}, ` +
    `${facts.rating(`rating of ${better}`, upper.rating)} against ` +
    `${facts.rating(`rating of ${worse}`, lower.rating)}.`
  );
};

const ageInDays = (date: string, { ratedOn }: SideFactors): number =>
  ratedOn === null ? 0 : Math.round((Date.parse(date) - Date.parse(ratedOn)) / 86_400_000);

const ageSentences = ({ game, factors }: Candidate, facts: Facts): string[] => {
  const unrated = (["home", "away"] as const)
    .filter((side) => factors[side].ratedOn === null)
    .map((side) => `No result of ${game[side]} is known, so its rating is that of a newcomer.`);
  const age = Math.max(ageInDays(game.date, factors.home), ageInDays(game.date, factors.away));
  if (age <= freshDays) return unrated;
  const days = facts.days("age of the ratings", age);
  return [...unrated, `The results behind these ratings end ${days} days before this game.`];
};

const homeSentences = ({ game, factors }: Candidate, facts: Facts): string[] =>
  game.neutral || Math.abs(factors.homeAdvantage) < shown
    ? []
    : [
        `Playing at home is worth ${facts.rating("home advantage", factors.homeAdvantage)} rating points to ${game.home}.`,
      ];

const scheduleSentences = ({ game, factors }: Candidate, facts: Facts): string[] => {
  if (Math.abs(factors.schedule) < shown) return [];
  const favoured = factors.schedule > 0 ? game.home : game.away;
  const worth = facts.rating("schedule", Math.abs(factors.schedule));
  const tired = (["home", "away"] as const)
    .filter((side) => factors[side].backToBack)
    .map((side) => game[side]);
  const why = tired.length > 0 ? ` Played the day before: ${tired.join(" and ")}.` : "";
  return [`Rest and schedule are worth ${worth} rating points to ${favoured}.${why}`];
};

const formSentences = ({ game, factors, wager }: Candidate, facts: Facts): string[] => {
  if (wager.side === "draw") return [];
  const name = game[wager.side];
  const { form } = factors[wager.side];
  if (form.length < fewestResults) return [];
  const won = form.filter((letter) => letter === "W").length;
  return [
    `Of the last ${facts.count("last rated games", form.length)} rated games ${name} won ${facts.count(`recent wins of ${name}`, won)}.`,
  ];
};

const marginSentences = ({ game, factors }: Candidate, facts: Facts): string[] => {
  const { expectedMargin, marginSd } = factors;
  if (expectedMargin === null || marginSd === null) return [];
  const ahead = expectedMargin >= 0 ? game.home : game.away;
  return [
    `By its ratings the model expects ${ahead} ahead by ${facts.points("expected margin", Math.abs(expectedMargin))} points, with a standard deviation of ${facts.points("margin sd", marginSd)}.`,
  ];
};

/** What the ratings say of both sides and how old they are. */
export const strengthSentences = (candidate: Candidate, facts: Facts): string[] => [
  ratingSentence(candidate, facts),
  ...ageSentences(candidate, facts),
  ...homeSentences(candidate, facts),
  ...scheduleSentences(candidate, facts),
  ...formSentences(candidate, facts),
  ...marginSentences(candidate, facts),
];
