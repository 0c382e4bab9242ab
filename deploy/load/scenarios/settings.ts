/** A setting of the run (`k6 run -e NAME=value`). @throws when it is needed and absent */
export const setting = (name: string, fallback?: string): string => {
  const value = __ENV[name] ?? fallback;
  if (value === undefined) throw new Error(`${name} must be set`);
  return value;
};

/** Options of every scenario: what it reports, times in milliseconds, and room for what it makes beforehand. */
export const common = {
  summaryTrendStats: ["count", "avg", "p(50)", "p(95)", "p(99)", "p(99.9)", "max"],
  setupTimeout: "10m",
  batchPerHost: 20,
};

/** The threshold of a scenario that was offered as often as it says, or nearly so: else it shows nothing. */
export const offered = (perSecond: number, seconds: number): string[] => [
  `count>=${Math.round(0.9 * perSecond * seconds)}`,
];

/** Writes what was measured for the runner, which prints it. */
export const handleSummary = (data: unknown): Record<string, string> => ({
  [setting("SUMMARY_FILE")]: JSON.stringify(data),
});
