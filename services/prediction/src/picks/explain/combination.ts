import type { Band } from "../../domain/prediction.ts";
import type { ModelState } from "../../engine/serving/predict.ts";
import { weightOf } from "./leg.ts";
import type { Combination } from "../combine.ts";
import type { Facts } from "./facts.ts";
import { ratingAge } from "./strengths.ts";

const numberWords = ["no", "one", "two", "three", "four", "five", "six"];
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
  const loses = facts.percent("chance to lose", 1 - combination.probability);
  return [
    jointSentence(combination, facts),
    breakEvenSentences(combination, breakEven, facts),
    rangeSentence(breakEven, range, facts),
    bandSentence(band, facts),
    ...sourceSentences(combination, state, facts),
    `Pushes aside, this ${combination.legs.length === 1 ? "bet" : "parlay"} loses ${loses} of the time.`,
  ].join(" ");
}

function jointSentence({ legs, probability }: Combination, facts: Facts): string {
  const joint = facts.percent("joint probability", probability);
  if (legs.length === 1) return `We put the chance of this bet at ${joint}.`;
  const product = legs
    .map((leg, index) => facts.percent(`probability of leg ${index + 1}`, leg.probability))
    .join(" × ");
  const words = numberWords[legs.length] ?? String(legs.length);
  return `The ${words} games count as independent: ${product} = ${joint} that all legs win.`;
}

function breakEvenSentences(
  { odds, probability, edge }: Combination,
  breakEven: number,
  facts: Facts,
): string {
  const needed = `Break-even at ${facts.odds("total odds", odds)} is ${facts.percent("break-even", breakEven)}.`;
  const points = facts.points("points from break-even", Math.abs(probability - breakEven) * 100);
  const where = edge >= 0 ? "above" : "below";
  const estimate =
    points === "0"
      ? "Our estimate is about the same"
      : `Our estimate is ${points} points ${where} it`;
  const worth = `${facts.percent("total edge", Math.abs(edge))} of the stake`;
  return `${needed} ${estimate}: an average ${edge >= 0 ? "gain" : "loss"} of ${worth}.`;
}

function rangeSentence(
  breakEven: number,
  range: { from: number; to: number },
  facts: Facts,
): string {
  const span = `${facts.percent("range from", range.from)} to ${facts.percent("range to", range.to)}`;
  if (breakEven < range.from) return `Its likely range, ${span}, lies above break-even.`;
  return breakEven > range.to
    ? `Its likely range, ${span}, lies below break-even.`
    : `Its likely range, ${span}, includes break-even: the edge may be zero.`;
}

function bandSentence({ from, to, n, won }: Band, facts: Facts): string {
  const near = `${facts.percent("band from", from)} to ${facts.percent("band to", to)}`;
  const settled = facts.count("settled near this", n);
  return n === 0
    ? `So far ${settled} of our predictions at ${near} are settled.`
    : `Of ${settled} settled predictions at ${near}, ${facts.count("won near this", won)} won.`;
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
          `We use the market's probability${isLed ? " here" : ` for ${facts.count("legs by the market", led.length)} of the legs`}: in back-tests our model did not improve on it.`,
        ]
      : []),
    ...(hasOffer
      ? [
          "Any edge here comes from one book's price being better than the others', not from our model.",
        ]
      : []),
    ...(isPriced
      ? ["The ratings use results and closing prices of past games, never those of this game."]
      : []),
    ...(age > freshDays
      ? [
          `The results behind the ratings end ${facts.days("age of the ratings", age)} days before the game.`,
        ]
      : []),
  ];
}
