import type { Factor } from "../../domain/prediction.ts";

export type Facts = ReturnType<typeof collectFacts>;

/** A factor as sentences print it: percentages and ratings with one decimal, odds with a sign, a true minus. */
export function formatFactor({ value, unit }: Factor): string {
  switch (unit) {
    case "probability":
    case "rate":
      return `${fixed(value * 100, 1)}%`;
    case "odds":
      return minus(value > 0 ? `+${value}` : String(value));
    case "points":
      return minus(String(Number(value.toFixed(1))));
    case "rating":
      return fixed(value, 1);
    case "decimal":
      return fixed(value, 2);
    case "days":
    case "count":
    case "cents":
    case "age":
    case "cm":
      return minus(String(value));
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
    odds: say("odds"),
    points: say("points"),
    rating: say("rating"),
    days: say("days"),
    count: say("count"),
    age: say("age"),
    cm: say("cm"),
  };
}

/** A fixed number of decimals; unlike `toFixed`, a value that rounds to 0 has no sign. */
const fixed = (value: number, decimals: number) =>
  minus((Number(value.toFixed(decimals)) || 0).toFixed(decimals));

const minus = (text: string) => text.replace("-", "\u2212");
