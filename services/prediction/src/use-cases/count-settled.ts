import type { BettingProfiles, Performances } from "./ports.ts";

/** Brings profiles and performance up to what is settled; answers how many predictions were counted. */
export const countSettled =
  ({ profiles, performances }: { profiles: BettingProfiles; performances: Performances }) =>
  async (): Promise<number> =>
    (await profiles.countSettled()) + (await performances.countSettled());
