import type { Candidate } from "../candidates.ts";
import { type Argument, isAgainst } from "./arguments.ts";
import { conditionArguments } from "./conditions.ts";
import { plural, type Facts } from "./facts.ts";

/** Fewer results do not show a form. */
const fewestResults = 3;

/** Day of the last result behind the older of both ratings; undefined without any result. */
export const oldestResult = ({ factors: { home, away } }: Candidate): string | undefined =>
  [home, away].flatMap(({ ratedOn }) => ratedOn ?? []).toSorted()[0];

/** Rating points between the teams, of the ratings as they are shown. */
export const shownGap = ({ home, away }: Candidate["factors"]): number =>
  Math.round(home.rating) - Math.round(away.rating);

/** Sentences on everything besides the ratings that moved the model's probability: home, rest, form, margin. */
export const strengthArguments = (candidate: Candidate, facts: Facts): Argument[] => [
  ...newcomerArguments(candidate),
  ...homeArguments(candidate, facts),
  ...conditionArguments(candidate, facts),
  ...formArguments(candidate, facts),
  ...marginArguments(candidate, facts),
];

/** The ratings of both teams, the difference between them, and whether it speaks against the pick. */
export function ratingLine({ game, factors, wager }: Candidate, facts: Facts): string {
  const gap = shownGap(factors);
  const rating = (side: "home" | "away") =>
    facts.rating(`rating of ${game[side]}`, Math.round(factors[side].rating));
  if (gap === 0) return `Ratings: ${game.home} and ${game.away} level, at ${rating("home")}.`;
  const [upper, lower] = gap > 0 ? (["home", "away"] as const) : (["away", "home"] as const);
  const points = Math.abs(gap);
  const ahead = `${facts.rating("rating gap", points)} ${plural(points, "point")} ahead of ${game[lower]}`;
  const label = isAgainst(upper, wager.side) ? "Ratings, against the pick" : "Ratings";
  return `${label}: ${game[upper]} ${ahead} (${rating(upper)} vs ${rating(lower)}).`;
}

const newcomerArguments = ({ game, factors }: Candidate): Argument[] =>
  (["home", "away"] as const)
    .filter((side) => factors[side].ratedOn === null)
    .map((side) => ({ text: `no results of ${game[side]} yet, so the rating is a default.` }));

function homeArguments({ game, factors }: Candidate, facts: Facts): Argument[] {
  const points = Math.round(Math.abs(factors.homeAdvantage));
  if (game.neutral || points === 0) return [];
  const worth = `${facts.rating("home advantage", points)} rating ${plural(points, "point")}`;
  return factors.homeAdvantage > 0
    ? [{ text: `home advantage is worth ${worth} to ${game.home}.`, favors: "home" }]
    : [{ text: `being at home costs ${game.home} ${worth}.`, favors: "away" }];
}

function formArguments({ game, factors, wager, isCurrent }: Candidate, facts: Facts): Argument[] {
  const { side } = wager;
  if (side === "draw" || !isCurrent) return [];
  const name = game[side];
  const { form } = factors[side];
  if (form.length < fewestResults) return [];
  const won = form.filter((letter) => letter === "W").length;
  const lost = form.filter((letter) => letter === "L").length;
  const last = facts.count("last rated games", form.length);
  const other = side === "home" ? "away" : "home";
  return [
    {
      text: `${name} won ${facts.count(`recent wins of ${name}`, won)} of the last ${last} rated games.`,
      favors: won > lost ? side : won < lost ? other : undefined,
    },
  ];
}

/** The expected margin; of a bet against the spread also how far it is from the line. */
function marginArguments({ game, factors, wager }: Candidate, facts: Facts): Argument[] {
  const { expectedMargin, marginSd } = factors;
  if (expectedMargin === null || marginSd === null) return [];
  const ahead = expectedMargin >= 0 ? "home" : "away";
  const points = Math.abs(expectedMargin);
  const by =
    points === 0
      ? "a tie"
      : `${game[ahead]} by ${facts.points("expected margin", points)} ${plural(points, "point")}`;
  const text = `our model projects ${by} (\u00b1${facts.points("margin sd", marginSd)})`;
  if (wager.market === "moneyline")
    return [{ text: `${text}.`, favors: points === 0 ? undefined : ahead }];
  const cushion = marginBeyondLine(expectedMargin, wager);
  const distance = facts.points("points from the line", Math.abs(cushion));
  const other = wager.side === "home" ? "away" : "home";
  if (cushion === 0) return [{ text: `${text}, exactly the line.` }];
  return cushion > 0
    ? [{ text: `${text}, ${distance} better than the line.`, favors: wager.side }]
    : [{ text: `${text}, ${distance} short of the line.`, favors: other }];
}

/** Points by which an expected home margin beats the line of a bet against the spread. */
const marginBeyondLine = (
  expectedMargin: number,
  { side, line }: { side: "home" | "away"; line: number },
): number => Number(((side === "home" ? 1 : -1) * (expectedMargin + line)).toFixed(1));
