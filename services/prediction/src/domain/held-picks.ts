import type { LegSummary, PredictionSummary } from "./prediction.ts";

type HeldLeg = Pick<LegSummary, "gameId" | "wager">;

export type HeldPick = Pick<PredictionSummary, "id" | "createdAt" | "riskLevel" | "probability"> & {
  legs: readonly HeldLeg[];
};

/** The bets of a pick, without lines and prices. */
export type Bets = {
  /** Equal for the same bets in any order. */
  key: string;
  sides: readonly { market: string; side: string }[];
};

/** A pick in memory, without its analysis, which would stay there as long as the user is active. */
type Held = Omit<HeldPick, "legs"> & { bets: Bets };

/** The open picks of one user, which decide what the user can be offered next. */
export type HeldPicks = {
  /** Whether a prediction of this id is one of them. */
  includes: (id: string) => boolean;
  /** The newest time of creation; 1970 without a pick. */
  newest: () => Date;
  /** Those that were created since a moment. */
  since: (moment: Date) => Held[];
  /** Whether the user holds neither this pick, at any price, nor another side of one of its markets. */
  accepts: (bets: Bets) => boolean;
  add: (pick: HeldPick) => void;
  remove: (id: string) => void;
};

/** The open picks of users, so that nobody is offered a pick twice or both sides of one market. */
export type OpenPicks = {
  /** Shared by all requests of the user in this process; a caller adds a pick before it stores the prediction. */
  of: (userId: string) => Promise<HeldPicks>;
};

export function heldPicks(): HeldPicks {
  const picks = new Map<string, Held>();
  const keys = new Set<string>();
  let newest = new Date(0);
  const held = new Map<string, { side: string; count: number }>();

  function remove(id: string): void {
    const known = picks.get(id);
    if (!known) return;
    picks.delete(id);
    keys.delete(known.bets.key);
    for (const { market } of known.bets.sides) {
      const one = held.get(market);
      if (one) one.count -= 1;
      if (one?.count === 0) held.delete(market);
    }
  }

  function add({ id, createdAt, riskLevel, probability, legs }: HeldPick): void {
    remove(id);
    const bets = betsOf(legs);
    picks.set(id, { id, createdAt, riskLevel, probability, bets });
    if (createdAt > newest) newest = createdAt;
    keys.add(bets.key);
    for (const { market, side } of bets.sides) {
      const one = held.get(market);
      if (one) one.count += 1;
      else held.set(market, { side, count: 1 });
    }
  }

  return {
    includes: (id) => picks.has(id),
    newest: () => newest,
    since: (moment) => {
      const sinceMs = moment.getTime();
      return [...picks.values()].filter(({ createdAt }) => createdAt.getTime() >= sinceMs);
    },
    accepts: ({ key, sides }) =>
      !keys.has(key) &&
      sides.every(({ market, side }) => (held.get(market)?.side ?? side) === side),
    add,
    remove,
  };
}

export function betsOf(legs: readonly HeldLeg[]): Bets {
  const sides = legs.map(({ gameId, wager: { market, side } }) => ({
    market: `${gameId} ${market}`,
    side,
  }));
  const key = sides
    .map(({ market, side }) => `${market} ${side}`)
    .toSorted()
    .join(" + ");
  return { key, sides };
}
