import type { Combination } from "./combine.ts";
import type { Facts } from "./facts.ts";

const numberWords = ["no", "one", "two", "three", "four", "five", "six"];

const jointSentence = ({ legs, probability }: Combination, facts: Facts): string => {
  const joint = facts.percent("joint probability", probability);
  if (legs.length === 1) return `We put the chance of this bet at ${joint}.`;
  const product = legs
    .map((leg, index) => facts.percent(`probability of leg ${index + 1}`, leg.probability))
    .join(" × ");
  const words = numberWords[legs.length] ?? String(legs.length);
  return `The ${words} games are taken as independent, so the chance that all legs win is ${product} = ${joint}.`;
};

const breakEvenSentence = (
  { odds, probability, edge }: Combination,
  breakEven: number,
  facts: Facts,
): string => {
  const needed = `At ${facts.odds("total odds", odds)} it must win ${facts.percent("break-even", breakEven)} of the time to break even.`;
  const points = facts.points("points from break-even", Math.abs(probability - breakEven) * 100);
  const distance = `${points} percentage ${points === "1" ? "point" : "points"}`;
  const where = edge >= 0 ? "above that" : "below that";
  const estimate =
    points === "0" ? "Our estimate is about the same" : `Our estimate is ${distance} ${where}`;
  const worth = `${facts.percent("total edge", Math.abs(edge))} of the stake on average`;
  return `${needed} ${estimate}: a ${edge >= 0 ? "gain" : "loss"} of ${worth}.`;
};

const rangeSentence = (
  breakEven: number,
  range: { from: number; to: number },
  facts: Facts,
): string => {
  const span = `${facts.percent("range from", range.from)} to ${facts.percent("range to", range.to)}`;
  if (breakEven < range.from) return `The likely range of our estimate, ${span}, lies above that.`;
  return breakEven > range.to
    ? `The likely range of our estimate, ${span}, lies below that.`
    : `The likely range of our estimate, ${span}, includes break-even, so there may be no gain at all.`;
};

/** The whole bet in words: joint probability, break-even, edge against the likely range, chance to lose. */
export const explainBet = (
  combination: Combination,
  { breakEven, range }: { breakEven: number; range: { from: number; to: number } },
  facts: Facts,
): string => {
  const loses = facts.percent("chance to lose", 1 - combination.probability);
  return [
    jointSentence(combination, facts),
    breakEvenSentence(combination, breakEven, facts),
    rangeSentence(breakEven, range, facts),
    `This ${combination.legs.length === 1 ? "bet" : "parlay"} does not win ${loses} of the time.`,
  ].join(" ");
};
