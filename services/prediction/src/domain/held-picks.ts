import type { LegSummary, PredictionSummary } from "./prediction.ts";

type HeldLeg = Pick<LegSummary, "gameId" | "wager">;

export type HeldPick = Pick<PredictionSummary, "id" | "createdAt" | "riskLevel" | "probability"> & {
  legs: readonly HeldLeg[];
};

/** The open picks of one user, which decide what the user can be offered next. */
export type HeldPicks = {
  /** Whether a prediction of this id is one of them. */
  includes: (id: string) => boolean;
  /** The newest time of creation; 1970 without a pick. */
  newest: () => Date;
  /** Those that were created since a moment. */
  since: (moment: Date) => HeldPick[];
  /** Whether the user holds neither this pick, at any price, nor another side of one of its markets. */
  accepts: (legs: readonly HeldLeg[]) => boolean;
  add: (pick: HeldPick) => void;
  remove: (id: string) => void;
};

/** The open picks of users, so that nobody is offered a pick twice or both sides of one market. */
export type OpenPicks = {
  /** Shared by all requests of the user in this process; a caller adds a pick before it stores the prediction. */
  of: (userId: string) => Promise<HeldPicks>;
};

export function heldPicks(): HeldPicks {
  const picks = new Map<string, HeldPick>();
  const keys = new Set<string>();
  let newest = new Date(0);
  const sides = new Map<string, { side: string; count: number }>();

  function remove(id: string): void {
    const known = picks.get(id);
    if (!known) return;
    picks.delete(id);
    keys.delete(keyOf(known.legs));
    for (const leg of known.legs) {
      const held = sides.get(marketOf(leg));
      if (held) held.count -= 1;
      if (held?.count === 0) sides.delete(marketOf(leg));
    }
  }

  function add({ id, createdAt, riskLevel, probability, legs }: HeldPick): void {
    remove(id);
    // A whole prediction with its analysis would stay in memory as long as the user is active.
    const needed = legs.map(({ gameId, wager }) => ({ gameId, wager }));
    const pick = { id, createdAt, riskLevel, probability, legs: needed };
    picks.set(id, pick);
    if (pick.createdAt > newest) newest = pick.createdAt;
    keys.add(keyOf(pick.legs));
    for (const leg of pick.legs) {
      const held = sides.get(marketOf(leg));
      if (held) held.count += 1;
      else sides.set(marketOf(leg), { side: leg.wager.side, count: 1 });
    }
  }

  return {
    includes: (id) => picks.has(id),
    newest: () => newest,
    since: (moment) => [...picks.values()].filter(({ createdAt }) => createdAt >= moment),
    accepts: (legs) => !keys.has(keyOf(legs)) && legs.every((leg) => !isOtherSide(sides, leg)),
    add,
    remove,
  };
}

function isOtherSide(sides: ReadonlyMap<string, { side: string }>, leg: HeldLeg): boolean {
  const held = sides.get(marketOf(leg));
  return held !== undefined && held.side !== leg.wager.side;
}

function marketOf({ gameId, wager }: HeldLeg): string {
  return `${gameId} ${wager.market}`;
}

/** Equal for the same bets in any order, at any line and price. */
function keyOf(legs: readonly HeldLeg[]): string {
  return legs
    .map((leg) => `${marketOf(leg)} ${leg.wager.side}`)
    .toSorted()
    .join(" + ");
}
