import type { Tunable } from "./minimize.ts";

/**
 * Rating systems a sport's model may combine: `elo` and `kalman` know results, `priced` is the Kalman rating
 * that also learns from closing prices of past games, `bout` is the logistic regression of UFC.
 */
export const componentNames = ["elo", "kalman", "priced", "bout"] as const;

/** One of the rating systems. */
export type ComponentName = (typeof componentNames)[number];

/** How one component of a sport is tuned: numbers that vary, and numbers that are given. */
export type ComponentSettings = {
  /** Weight of the component's logit in the sport's model. */
  weight: number;
  /** Its weight where past games had no prices to learn from; `weight` when left out. */
  unpricedWeight?: number;
  /**
   * Share of the tuning's aim that is a two-way game's closing price instead of its result, 0 when left out: a price
   * has less luck in it, which matters where there are few games.
   */
  priceAim?: number;
  tuned: Readonly<Record<string, Tunable>>;
  fixed: Readonly<Record<string, number>>;
};

/** What is decided per sport before any fitting. */
export type SportSettings = {
  components: Partial<Record<ComponentName, ComponentSettings>>;
  /** Seasons walked before predictions count in a fit. */
  warmUpSeasons: number;
  /** Share of the rows after the warm-up that tune the numbers of the back-test, 0.6 when left out. */
  tuningShare?: number;
  /** Whether margins follow a normal well enough to price spreads. */
  spreads: boolean;
};

/** A number to be tuned from a start by steps inside bounds. */
export const from = (start: number, step: number, low: number, high: number): Tunable => ({
  start,
  step,
  low,
  high,
});

/** A schedule term in Elo points. */
export const eloTerm = (start: number): Tunable => from(start, 15, -150, 150);
/** A schedule term in units of the compressed margin. */
export const kalmanTerm = (start: number): Tunable => from(start, 0.04, -0.5, 0.5);
