import { z } from "zod";
import { sports, type Sport } from "../../domain/sport.ts";
import { ratingSystemNames } from "../model.ts";
import json from "./settings.json" with { type: "json" };

/** A parameter to tune: its hand-set start, the first step of the simplex, and its bounds. */
const tunable = z.strictObject({
  start: z.number(),
  step: z.number(),
  low: z.number(),
  high: z.number(),
});

const systemSettings = z.strictObject({
  /** Weight of the rating system's logit in the sport's model. */
  weight: z.number(),
  /** Weight where past games had no prices to observe; `weight` when absent. */
  unpricedWeight: z.number().optional(),
  /**
   * Share of the closing price beside the result in the tuning's loss, 0 when absent. A price carries less luck, which
   * matters where games are few.
   */
  priceAim: z.number().optional(),
  tuned: z.record(z.string(), tunable),
  fixed: z.record(z.string(), z.number()),
});

const sportSettings = z.strictObject({
  about: z.string(),
  /** Seasons walked before forecasts count in a fit. */
  warmUpSeasons: z.number(),
  /** Share of the games after the warm-up that tune the parameters of the back-test, 0.6 when absent. */
  tuningShare: z.number().optional(),
  /** Whether margins are normal enough to price spreads. */
  spreads: z.boolean(),
  systems: z.partialRecord(z.enum(ratingSystemNames), systemSettings),
});

/** What is decided per sport before any fitting, from `settings.json`. */
export const settings: Record<Sport, z.infer<typeof sportSettings>> = z
  .record(z.enum(sports), sportSettings)
  .parse(json);
