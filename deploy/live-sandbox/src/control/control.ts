import { z } from "zod";
import { creditsLeft } from "../odds-api/api.ts";
import { requestsLeft } from "../api-sports/api.ts";
import type { Fault } from "../faults.ts";
import type { ChangeKind } from "../season/changes.ts";
import { type Competition, competitions } from "../season/competitions.ts";
import { hourMs } from "../season/schedule.ts";
import type { Truth } from "../season/season.ts";
import type { World } from "../world.ts";

export const truthsSchema = z.strictObject({
  from: z.coerce.date(),
  to: z.coerce.date(),
  competition: z.string().optional(),
});

export type Control = ReturnType<typeof createControl>;

/** Actions that no provider has, for tests and the control API. */
export function createControl(world: World) {
  const { clock, store, season, seen } = world;
  const state = () => ({
    now: new Date(clock.now()).toISOString(),
    speed: clock.speed(),
    creditsLeft: creditsLeft(world),
    requestsLeft: requestsLeft(world),
    faults: store.get().faults,
    changes: store.get().changes,
    clockReads: seen.clockReads,
  });
  return {
    state,
    /** Moves the clock forward by hours. */
    advance: (hours: number) => {
      clock.advance(hours * hourMs);
      return state();
    },
    /** Sets how fast the clock runs: 1 is real time, 0 stands still. */
    setSpeed: (speed: number) => {
      clock.setSpeed(speed);
      return state();
    },
    /** The truth of the games that were first scheduled within a period, also of those to come. */
    truths: ({ from, to, competition }: z.output<typeof truthsSchema>): Truth[] =>
      chosen(competition).flatMap((one) =>
        season.truths(one, { from: from.getTime(), to: to.getTime() }),
      ),
    /** Changes a game from now on. Undefined for an unknown game, or for one that has ended. */
    change: (gameId: string, change: ChangeKind) => {
      const now = clock.now();
      const game = season.find(gameId, now);
      const hasBegun = game?.phase === "live";
      const isPossible = game?.phase === "scheduled" || (hasBegun && change.kind === "abandoned");
      if (!isPossible) return undefined;
      store.set({ changes: [...store.get().changes, { gameId, at: now, change }] });
      return season.find(gameId, now);
    },
    /** Lets calls fail for hours of the sandbox's clock. */
    fail: (fault: Fault, hours: number) => {
      const now = clock.now();
      const lasting = store.get().faults.filter(({ to }) => to > now);
      store.set({ faults: [...lasting, { ...fault, from: now, to: now + hours * hourMs }] });
      return state();
    },
    clearFaults: () => {
      store.set({ faults: [] });
      return state();
    },
    calls: () => seen.calls,
  };
}

const chosen = (key: string | undefined): Competition[] =>
  competitions.filter((one) => key === undefined || one.key === key);
