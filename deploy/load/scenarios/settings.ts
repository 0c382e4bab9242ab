/** A setting of the run (`k6 run -e NAME=value`). @throws when it is needed and absent */
export const setting = (name: string, fallback?: string): string => {
  const value = __ENV[name] ?? fallback;
  if (value === undefined) throw new Error(`${name} must be set`);
  return value;
};

/** What every scenario reports; times in milliseconds. */
export const summaryTrendStats = ["count", "avg", "p(50)", "p(95)", "p(99)", "p(99.9)", "max"];

/** Writes what was measured for the runner, which prints it. */
export const handleSummary = (data: unknown): Record<string, string> => ({
  [setting("SUMMARY_FILE")]: JSON.stringify(data),
});
