import type { Band } from "../../domain/prediction.ts";
import type { ModelState } from "../../engine/serving/predict.ts";
import { weightOf } from "./leg.ts";
import type { Combination } from "../combine.ts";
import { priceVerdict, shownPercent } from "@orbline/proto/constants/predictions";
import { plural, signed, type Facts } from "./facts.ts";
import { capitalized } from "./arguments.ts";
import { ratingAge } from "./strengths.ts";

const numberWords = ["no", "one", "two", "three", "four", "five", "six"];
/** "both legs" or "all three legs". */
export const allLegs = (n: number): string =>
  n === 2 ? "both legs" : `all ${numberWords[n] ?? n} legs`;

/** After this many days without a result the analysis says how old the ratings are. */
const freshDays = 60;

/** Explains the whole prediction: joint probability, break-even, edge and its range, earlier predictions, risk. */
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
  return [
    ...jointSentences(combination, facts),
    ...breakEvenSentences(combination, breakEven, facts),
    rangeSentence(breakEven, range, facts),
    bandSentence(band, facts),
    ...sourceSentences(combination, state, facts),
    `This ${combination.legs.length === 1 ? "bet" : "parlay"} loses ${facts.percent("chance to lose", chanceToLose(combination))} of the time (pushes excluded).`,
  ].join(" ");
}

/** What is left to 100.0% of the chance as it is shown. */
export const chanceToLose = ({ probability }: Pick<Combination, "probability">): number =>
  (100 - shownPercent(probability)) / 100;

function jointSentences({ legs, probability }: Combination, facts: Facts): string[] {
  if (legs.length === 1) return [];
  const joint = facts.percent("joint probability", probability);
  const factors = legs
    .map((leg, index) => facts.percent(`probability of leg ${index + 1}`, leg.probability))
    .join(" × ");
  const all = allLegs(legs.length);
  return [`${capitalized(all)} win ${joint} of the time (${factors}, treated as independent).`];
}

function breakEvenSentences(
  { odds, probability, edge }: Combination,
  breakEven: number,
  facts: Facts,
): string[] {
  const needed = `${facts.percent("break-even", breakEven)} to break even at ${facts.odds("total odds", odds)}`;
  const estimate = facts.percent("joint probability", probability);
  return [
    `You need ${needed}; our estimate is ${estimate}, ${distanceFrom(breakEven, probability, facts)}.`,
    `Expected value: ${signed(facts.percent("total edge", edge))} of the stake.`,
  ];
}

/** How far our estimate is from break-even, by the figures that are shown: "0.3 points more", "the same". */
export function distanceFrom(breakEven: number, probability: number, facts: Facts): string {
  const points = Number((shownPercent(probability) - shownPercent(breakEven)).toFixed(1));
  if (points === 0) return "the same";
  const distance = facts.points("points from break-even", Math.abs(points));
  return `${distance} ${plural(Math.abs(points), "point")} ${points > 0 ? "more" : "less"}`;
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
      return `Our likely range, ${span}, includes break-even: there may be no edge.`;
  }
}

function bandSentence({ from, to, n, won }: Band, facts: Facts): string {
  const near = `${facts.percent("band from", from)} to ${facts.percent("band to", to)}`;
  if (n === 0) return `None of our predictions at ${near} is settled yet.`;
  const settled = `${facts.count("settled near this", n)} settled ${plural(n, "prediction")}`;
  return `Of ${settled} at ${near}, ${facts.count("won near this", won)} won.`;
}

/** Whose figures count, where gains come from, and how old the ratings are: said once for all legs. */
function sourceSentences({ legs }: Combination, state: ModelState, facts: Facts): string[] {
  const led = legs.filter((leg) => weightOf(leg, state) === 0);
  const isLed = led.length === legs.length;
  const hasOffer = isLed && legs.some(({ edge, books }) => edge > 0 && books > 1);
  const rated = legs.filter(({ game }) => !game.marketOnly);
  const age = Math.max(0, ...rated.map(ratingAge));
  const isPriced = rated.some(({ factors }) => (factors.pricedShare ?? 0) > 0);
  return [
    ...(led.length > 0
      ? [
          `Our estimate follows Market${isLed ? "" : ` in ${facts.count("legs by the market", led.length)} of the legs`}: in back-tests, Model alone did not improve on it.`,
        ]
      : []),
    ...(legs.some(({ wager }) => wager.market === "moneyline")
      ? [
          "Favorites that we picked won slightly less often than estimated before, underdogs slightly more often: our estimates are corrected by that.",
        ]
      : []),
    ...(hasOffer
      ? ["Any edge here is one sportsbook's better price; Model alone found none."]
      : []),
    ...(isPriced
      ? ["The ratings use results and closing prices of past games, never those of this game."]
      : []),
    ...(age > freshDays
      ? [
          `The oldest of these ratings ends ${facts.days("age of the ratings", age)} days before its game.`,
        ]
      : []),
  ];
}
