import { z } from "zod";
import { randomFor } from "./random.ts";
import { hourMs, minuteMs, type ScheduledGame } from "./schedule.ts";

/** What can happen to a game after it is listed. */
export const changeSchema = z.discriminatedUnion("kind", [
  /** Another start under the same event id. */
  z.strictObject({ kind: z.literal("moved"), minutes: z.int().min(-20_160).max(20_160) }),
  /** The other team is at home. */
  z.strictObject({ kind: z.literal("swapped") }),
  /** Off the lists without a new date. */
  z.strictObject({ kind: z.literal("postponed") }),
  /** Off the lists, and back under a new event id. */
  z.strictObject({ kind: z.literal("relisted") }),
  z.strictObject({ kind: z.literal("canceled") }),
  /** Begun, but never finished. */
  z.strictObject({ kind: z.literal("abandoned") }),
]);
export type ChangeKind = z.output<typeof changeSchema>;

/** A change of a game, and when it takes effect. */
export type Change = ChangeKind & { at: number };

type Draw = {
  /** Share of games to which it happens. */
  share: number;
  draw: (random: ReturnType<typeof randomFor>) => ChangeKind;
  /** Hours before the start; negative after it. */
  hoursBefore: number;
};

const draws: Draw[] = [
  {
    share: 0.1,
    draw: (random) => ({ kind: "moved", minutes: random.pick([-2, 5, 25]) }),
    hoursBefore: 3,
  },
  {
    share: 0.01,
    draw: (random) => ({ kind: "moved", minutes: random.integer(1, 3) * 1_440 }),
    hoursBefore: 20,
  },
  { share: 0.02, draw: () => ({ kind: "swapped" }), hoursBefore: 30 },
  { share: 0.01, draw: () => ({ kind: "postponed" }), hoursBefore: 6 },
  { share: 0.015, draw: () => ({ kind: "relisted" }), hoursBefore: 50 },
  { share: 0.01, draw: () => ({ kind: "canceled" }), hoursBefore: 26 },
  { share: 0.005, draw: () => ({ kind: "abandoned" }), hoursBefore: -0.25 },
];

/** The change that a season brings by itself; `trouble` multiplies the shares. */
export function ownChange(seed: string, game: ScheduledGame, trouble: number): Change | undefined {
  const random = randomFor(seed, game.id, "change");
  let left = random.uniform();
  for (const { share, draw, hoursBefore } of draws) {
    left -= share * trouble;
    if (left < 0) return { ...draw(random), at: game.startsAt - hoursBefore * hourMs };
  }
  return undefined;
}

/** A game as it is listed at one moment. */
export type Listing = {
  startsAt: number;
  /** Home and away are exchanged. */
  isSwapped: boolean;
  /** Counts the event ids of the game, from 0. */
  version: number;
  /** Why the game is off; undefined while it can still be played. */
  off?: "postponed" | "canceled" | "abandoned" | undefined;
};

/** The listing after all changes up to a moment. */
export function listingAt(game: ScheduledGame, changes: readonly Change[], now: number): Listing {
  const listing: Listing = { startsAt: game.startsAt, isSwapped: false, version: 0 };
  for (const change of changes) {
    if (change.at > now) continue;
    switch (change.kind) {
      case "moved":
        listing.startsAt += change.minutes * minuteMs;
        break;
      case "swapped":
        listing.isSwapped = !listing.isSwapped;
        break;
      case "relisted":
        listing.version += 1;
        break;
      case "postponed":
      case "canceled":
      case "abandoned":
        listing.off = change.kind;
        break;
    }
  }
  return listing;
}
