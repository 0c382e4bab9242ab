import { decimalsOf } from "@orbline/proto/constants/predictions";

/** The chances of a game's sides; a draw only where the sport has one. */
type Chances = { home: number; draw?: number | null | undefined; away: number };

/**
 * The chances of one game as texts. All have two decimals if one of them needs two, and those of two sides add up to
 * 100%, which rounding each of them would miss by 0.1 at times.
 */
export function chanceTexts(columns: readonly (Chances | undefined)[]) {
  const chances = columns.flatMap((one) => (one ? [one.home, one.draw, one.away] : []));
  const digits = decimalsOf(chances.filter((chance) => typeof chance === "number"));
  return columns.map((one) => one && textsOf(one, digits));
}

function textsOf({ home, draw, away }: Chances, digits: number) {
  const percent = (home * 100).toFixed(digits);
  const isTwoWay = typeof draw !== "number";
  return {
    home: `${percent}%`,
    draw: isTwoWay ? undefined : `${(draw * 100).toFixed(digits)}%`,
    away: `${(isTwoWay ? 100 - Number(percent) : away * 100).toFixed(digits)}%`,
  };
}
