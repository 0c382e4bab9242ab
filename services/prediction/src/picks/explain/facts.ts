import { probabilityText } from "@orbline/proto/constants/predictions";
import type { Factor } from "../../domain/prediction.ts";

export type Facts = ReturnType<typeof collectFacts>;

/**
 * A factor as sentences print it: probabilities as screens show them, rates with one decimal, ratings whole, odds with a sign, thousands separated,
 * a true minus.
 */
export function formatFactor({ value, unit }: Factor): string {
  switch (unit) {
    case "probability":
      return probabilityText(value);
    case "rate":
      return `${fixed(value * 100, 1)}%`;
    case "odds":
      return minus(value > 0 ? `+${value}` : String(value));
    case "points":
      return minus(String(Number(value.toFixed(1)) || 0));
    case "rating":
      return fixed(value, 0);
    case "decimal":
      return fixed(value, 2);
    case "days":
    case "count":
    case "cents":
    case "age":
    case "cm":
      return minus(value.toLocaleString("en-US"));
  }
}

/** Collects the numbers of an analysis: each is recorded as data at the moment it is put into a sentence. */
export function collectFacts() {
  const factors: Factor[] = [];
  const say =
    (unit: Factor["unit"]) =>
    (name: string, value: number): string => {
      const factor = { name, value, unit };
      const isKnown = factors.some((one) => one.name === name && one.value === value);
      if (!isKnown) factors.push(factor);
      return formatFactor(factor);
    };
  return {
    factors,
    percent: say("probability"),
    rate: say("rate"),
    odds: say("odds"),
    points: say("points"),
    rating: say("rating"),
    days: say("days"),
    count: say("count"),
    age: say("age"),
    cm: say("cm"),
  };
}

/** The word for a number of things: `one` for 1, else `many`. */
export const plural = (n: number, one: string, many = `${one}s`): string => (n === 1 ? one : many);

/** A printed number with a plus above zero. */
export const signed = (text: string): string =>
  text.startsWith("\u2212") || !/[1-9]/.test(text) ? text : `+${text}`;

/** A fixed number of decimals with thousands separators; unlike `toFixed`, a value that rounds to 0 has no sign. */
function fixed(value: number, decimals: number): string {
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  // `toFixed` decides the rounding, so that texts and screens round alike.
  return minus((Number(value.toFixed(decimals)) || 0).toLocaleString("en-US", digits));
}

const minus = (text: string) => text.replace("-", "\u2212");
