import type { Season } from "./season/season.ts";
import type { Clock } from "./state/clock.ts";
import type { Store } from "./state/store.ts";

/** A received call without its key. */
export type SeenCall = {
  at: string;
  api: "odds" | "results";
  what: string;
  /** The competition's key, or the host of API-Sports. */
  competition: string;
  query: Record<string, string>;
};

/** Everything that the routes share. */
export type World = {
  seed: string;
  season: Season;
  clock: Clock;
  store: Store;
  oddsApiKey: string;
  apiSportsKey: string;
  creditsPerMonth: number;
  requestsPerDay: number;
  /** The newest calls of both APIs, and how often the clock was read. Lost at the end of the process. */
  seen: { calls: SeenCall[]; clockReads: number };
};

const keptCalls = 20_000;

export function noteCall({ seen, clock }: World, call: Omit<SeenCall, "at">): void {
  seen.calls.push({ at: new Date(clock.now()).toISOString(), ...call });
  if (seen.calls.length > keptCalls) seen.calls.splice(0, keptCalls / 2);
}
