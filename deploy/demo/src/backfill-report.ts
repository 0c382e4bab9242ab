/** Seconds that `make up` may spend on the demo's past. */
export const backfillGoal = 10;

/** What a backfill did, in its own words, and the seconds that it took with all around it. */
export type BackfillReport = { said: string; seconds: number };

/** One line for people: the days, the counts, and the time beside its goal. */
export function backfillLine({ said, seconds }: BackfillReport): string {
  const verdict = seconds > backfillGoal ? "MISSED" : "met";
  return `${said}; ${seconds.toFixed(1)} s, goal ≤ ${backfillGoal} s: ${verdict}`;
}

/** The seconds of a line that `backfillLine` made, wherever it stands in a text; undefined where there is none. */
export function backfillSecondsIn(text: string): number | undefined {
  const seconds = / predictions added, .*; (\d+\.\d) s, goal /.exec(text)?.[1];
  return seconds === undefined ? undefined : Number(seconds);
}
