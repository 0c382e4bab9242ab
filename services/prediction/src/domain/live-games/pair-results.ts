import { isTurned, type LiveGame, type NamedResult, pairOf, sameGameMs } from "./live-game.ts";
import type { GameResult } from "../slate.ts";

/**
 * Pairs results with games by their teams in either order and by their starts, at most 12 hours apart; without a
 * start by date. Games of one pair keep their order. Results are turned to the orientation of the games.
 */
export function pairResults(
  games: readonly LiveGame[],
  results: readonly NamedResult[],
): { game: LiveGame; result: GameResult }[] {
  const resultsByPair = Map.groupBy(results, pairOf);
  const gamesByPair = Map.groupBy(
    games.filter(({ result }) => result?.kind !== "void"),
    pairOf,
  );
  return [...gamesByPair].flatMap(([pair, ofPair]) =>
    align(
      ofPair.toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime()),
      (resultsByPair.get(pair) ?? []).toSorted((a, b) => timeOf(a) - timeOf(b)),
    ).map(({ game, named }) => ({
      game,
      result: isTurned(game, named) ? turnedResult(named.result) : named.result,
    })),
  );
}

function turnedResult(result: NamedResult["result"]): GameResult {
  if (result.kind === "score") return { kind: "score", home: result.away, away: result.home };
  const turned = { home: "away", away: "home", draw: "draw" } as const;
  return { kind: "winner", winner: turned[result.winner] };
}

const timeOf = ({ startsAt, date }: NamedResult): number =>
  startsAt?.getTime() ?? Date.parse(`${date}T12:00:00Z`);

/** Milliseconds between a game and a result; undefined when they are not of one game. */
function gapOf(game: LiveGame, { startsAt, date }: NamedResult): number | undefined {
  if (!startsAt) return game.date === date ? 0 : undefined;
  const gap = Math.abs(game.startsAt.getTime() - startsAt.getTime());
  return gap <= sameGameMs ? gap : undefined;
}

type Alignment = { pairs: { game: LiveGame; named: NamedResult }[]; gap: number };

/** The most pairs that keep the order of both lists; among these the ones that are closest together. */
function align(games: readonly LiveGame[], results: readonly NamedResult[]): Alignment["pairs"] {
  let row: Alignment[] = Array.from({ length: results.length + 1 }, () => ({ pairs: [], gap: 0 }));
  for (const game of games) {
    const next: Alignment[] = [{ pairs: [], gap: 0 }];
    for (const [index, named] of results.entries()) {
      const [before, above, left] = [row[index]!, row[index + 1]!, next[index]!];
      const gap = gapOf(game, named);
      const paired =
        gap === undefined
          ? []
          : [{ pairs: [...before.pairs, { game, named }], gap: before.gap + gap }];
      next.push([...paired, above, left].toSorted(byPairsAndGap)[0]!);
    }
    row = next;
  }
  return row.at(-1)?.pairs ?? [];
}

const byPairsAndGap = (a: Alignment, b: Alignment): number =>
  b.pairs.length - a.pairs.length || a.gap - b.gap;
