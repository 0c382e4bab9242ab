import type { Band } from "../../domain/prediction.ts";
import type { ModelState } from "../../engine/serving/predict.ts";
import { weightOf } from "./leg.ts";
import type { Combination } from "../combine.ts";
import {
  chanceToLose,
  expectedValue,
  priceVerdict,
  shownPercent,
} from "@orbline/proto/constants/predictions";
import { plural, signed, type Facts } from "./facts.ts";
import { capitalized, inParagraphs } from "./arguments.ts";
import { oldestResult } from "./strengths.ts";
import type { Candidate } from "../candidates.ts";
import { daysBetween } from "../../domain/dates.ts";
import { americanToDecimal } from "../../domain/odds.ts";
import { sportNames } from "../../domain/sport.ts";

const numberWords = ["no", "one", "two", "three", "four", "five", "six"];
/** "both legs" or "all three legs". */
export const allLegs = (n: number): string =>
  n === 2 ? "both legs" : `all ${numberWords[n] ?? n} legs`;

/** After this many days without a result the analysis says how old the ratings are. */
const freshDays = 60;

/** Explains the whole prediction: joint probability, break-even, range, earlier predictions, risk; then its sources. */
export function explainBet(
  combination: Combination,
  {
    state,
    breakEven,
    range,
    band,
  }: { state: ModelState; breakEven: number; range: { from: number; to: number }; band: Band },
  facts: Facts,
): string {
  const lines = [
    ...jointSentences(combination, facts),
    breakEvenLine(combination, breakEven, facts),
    rangeSentence(breakEven, range, facts),
    ...bandSentences(combination, band, facts),
    `This ${combination.legs.length === 1 ? "bet" : "parlay"} loses ${facts.percent("chance to lose", chanceToLose(combination.probability))} of the time (pushes excluded).`,
  ];
  return inParagraphs(lines, sourceSentences(combination, state, facts));
}

function jointSentences({ legs, probability }: Combination, facts: Facts): string[] {
  if (legs.length === 1) return [];
  const joint = facts.percent("joint probability", probability);
  const factors = legs
    .map((leg, index) => facts.percent(`probability of leg ${index + 1}`, leg.probability))
    .join(" × ");
  const all = allLegs(legs.length);
  return [`${capitalized(all)} win ${joint} of the time (${factors}, treated as independent).`];
}

function breakEvenLine(
  { legs: [first, ...others], odds, probability }: Combination,
  breakEven: number,
  facts: Facts,
): string {
  const book = first && others.length > 0 ? ` at ${first.book}` : "";
  const needed = `${facts.percent("break-even", breakEven)} to break even at ${facts.odds("total odds", odds)}${book}`;
  const estimate = facts.percent("joint probability", probability);
  const value = signed(
    facts.rate("total edge", expectedValue(probability, americanToDecimal(odds))),
  );
  return `You need ${needed}; our estimate is ${estimate}, ${distanceFrom(breakEven, probability, facts)}. Expected value: ${value} of the stake.`;
}

/** How far our estimate is from break-even, by the figures that are shown: "0.3 percentage points more", "the same". */
export function distanceFrom(breakEven: number, probability: number, facts: Facts): string {
  const points = Number((shownPercent(probability) - shownPercent(breakEven)).toFixed(2));
  if (points === 0) return "the same";
  const distance = facts.count("points from break-even", Math.abs(points));
  return `${distance} percentage ${plural(Math.abs(points), "point")} ${points > 0 ? "more" : "less"}`;
}

function rangeSentence(
  breakEven: number,
  range: { from: number; to: number },
  facts: Facts,
): string {
  const span = `${facts.percent("range from", range.from)} to ${facts.percent("range to", range.to)}`;
  switch (priceVerdict(breakEven, range)) {
    case "good":
      return `Our whole likely range, ${span}, lies above break-even.`;
    case "overpriced":
      return `Our whole likely range, ${span}, lies below break-even.`;
    case "fair":
      return `Our likely range, ${span}, includes break-even.`;
  }
}

function bandSentences(
  { legs: [leg] }: Combination,
  { from, to, n, won }: Band,
  facts: Facts,
): string[] {
  if (!leg) return [];
  const near = `Settled ${sportNames[leg.game.sport]} predictions at ${facts.rate("band from", from)} to ${facts.rate("band to", to)}`;
  if (n === 0) return [`${near}: none yet.`];
  const settled = facts.count("settled near this", n);
  return [`${near}: ${facts.count("won near this", won)} of ${settled} won.`];
}

/** Where our estimates come from, where gains come from, and how old the ratings are: said once for all legs. */
function sourceSentences({ legs }: Combination, state: ModelState, facts: Facts): string[] {
  const led = legs.filter((leg) => weightOf(leg, state) === 0);
  const isLed = led.length === legs.length;
  const hasOffer = isLed && legs.some(({ edge, books }) => edge > 0 && books > 1);
  const rated = legs.filter(({ game }) => !game.marketOnly);
  const isPriced = rated.some(({ factors }) => (factors.pricedShare ?? 0) > 0);
  const where = isLed ? "" : ` in ${facts.count("legs by the market", led.length)} of the legs`;
  return [
    ...(isLed ? [] : ["We weigh our model and the market by how both did on past games."]),
    ...(legs.length > 1
      ? ["All prices are from the sportsbook that pays most for this parlay."]
      : []),
    ...(led.length > 0
      ? [`We use the market's probability${where}: in back-tests our model did not improve on it.`]
      : []),
    ...(legs.some(({ wager }) => wager.market === "moneyline")
      ? [
          "In the past our favorites won a little less often than we said, underdogs a little more. We correct for that.",
        ]
      : []),
    ...(hasOffer ? ["Any value here comes from one sportsbook's price, not from our model."] : []),
    ...(isPriced
      ? ["The ratings use results and closing prices of past games, never those of this game."]
      : []),
    ...ageSentences(rated),
  ];
}

function ageSentences(rated: readonly Candidate[]): string[] {
  const old = rated.flatMap((leg) => {
    const day = oldestResult(leg);
    return day !== undefined && daysBetween(day, leg.game.date) > freshDays ? [day] : [];
  });
  const [oldest] = old.toSorted();
  return oldest === undefined ? [] : [`Oldest results used: up to ${monthOf(oldest)}.`];
}

const monthOf = (day: string) =>
  new Date(day).toLocaleDateString("en-US", { month: "long", year: "numeric", timeZone: "UTC" });
