import type { Comparison } from "../engine/evaluation/metrics.ts";
import type { Sport } from "../engine/types.ts";

/** How the card calls a sport. */
export const names: Record<Sport, string> = {
  soccer: "soccer (3-way)",
  nba: "NBA",
  mlb: "MLB",
  nhl: "NHL",
  ufc: "UFC",
  nfl: "NFL",
  cfb: "CFB",
};

/** A table in Markdown. */
export const table = (header: readonly string[], rows: readonly (readonly string[])[]): string =>
  [header, header.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");

/** A figure with four decimals; a dash where there is none. */
export const four = (x: number | undefined): string => (x === undefined ? "–" : x.toFixed(4));
/** A figure with two decimals. */
export const two = (x: number): string => x.toFixed(2);

/** A difference with its standard error. */
export const withError = (comparison: Comparison | null | undefined): string => {
  if (!comparison) return "–";
  const { difference, standardError } = comparison;
  if (difference === 0 && standardError === 0) return "0 (market leads)";
  return `${difference > 0 ? "+" : ""}${four(difference)} ± ${four(standardError)}`;
};
