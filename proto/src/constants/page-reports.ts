/** Where browsers report errors of the web app, and how fast its pages were. */
export const pageReportPath = "/page-reports";

/** Measures of a page in seconds, by the names of https://web.dev/articles/vitals. */
export const timedVitals = ["LCP", "INP", "TTFB"] as const;
export type TimedVital = (typeof timedVitals)[number];

/** Most errors in one report. */
export const maxReportedErrors = 5;

/** What one visit of the app reports when it is hidden or left. */
export type PageReport = {
  /** The path where the visit began. */
  path: string;
  /** Seconds. */
  vitals: Partial<Record<TimedVital, number>>;
  /** Cumulative layout shift, without a unit. */
  layoutShift?: number | undefined;
  /** Name of each error, and the place in the built files where it was thrown: `/assets/home-1a2b3c4d.js:1:234`. */
  errors: { name: string; at: string }[];
};
