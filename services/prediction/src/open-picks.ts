import type { Logger } from "@orbline/kit/observability/logger";
import { repeat } from "@orbline/kit/process/schedule";
import type { Lifecycle } from "@orbline/kit/process/run";
import { slatePicks } from "./selection/slate-picks.ts";
import type { RatedSlates } from "./slates/simulated-slates.ts";
import type { PastBands } from "./use-cases/ports.ts";

const everyMs = 10_000;

/**
 * Opens the picks with every pool built, and from then on renews pools as the slate changes: building them all at
 * once would let the first calls miss their deadlines.
 */
export const openPicks = async ({
  rated,
  past,
  logger,
  onStop,
}: {
  rated: RatedSlates;
  past: PastBands;
  logger: Logger;
  onStop: Lifecycle["onStop"];
}) => {
  const picks = slatePicks({ ...rated, past });
  await picks.warm();
  const warming = repeat({ name: "picks", everyMs, job: picks.warm, logger });
  onStop("picks", warming.stop);
  return picks;
};
