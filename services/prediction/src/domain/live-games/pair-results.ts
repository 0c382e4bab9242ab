import { dayMs, daysBetween } from "../dates.ts";
import type { GameResult } from "../slate.ts";
import { hasDoubleheaders, isWeekly } from "../sport.ts";
import { isTurned, type LiveGame, type NamedResult, pairOf, sameGameMs } from "./live-game.ts";

/**
 * Pairs the games that a source reports with ours by their teams in either order and by their starts, at most 12 hours
 * apart; without a start by date. Games of one pair keep their order. Returns the results of games that have started
 * by `now`, turned to their orientation. Of a doubleheader, a game without a result takes its place in the order all the
 * same, so that the result of the other one does not count for it.
 */
export function pairResults(
  games: readonly LiveGame[],
  results: readonly NamedResult[],
  now: Date,
): { game: LiveGame; result: GameResult }[] {
  const resultsByPair = Map.groupBy(results, pairOf);
  const gamesByPair = Map.groupBy(
    games.filter(({ result }) => result?.kind !== "void"),
    pairOf,
  );
  return [...gamesByPair].flatMap(([pair, ofPair]) =>
    align(
      ofPair.toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime()),
      (resultsByPair.get(pair) ?? [])
        .filter(({ result }) => result || ofPair.some(({ sport }) => hasDoubleheaders(sport)))
        .toSorted((a, b) => timeOf(a) - timeOf(b)),
    ).flatMap(({ game, named }) => {
      const { result } = named;
      if (!result || game.startsAt > now) return [];
      return [{ game, result: isTurned(game, named) ? turnedResult(result) : result }];
    }),
  );
}

function turnedResult(result: NonNullable<NamedResult["result"]>): GameResult {
  if (result.kind === "score") return { kind: "score", home: result.away, away: result.home };
  const turned = { home: "away", away: "home", draw: "draw" } as const;
  return { kind: "winner", winner: turned[result.winner] };
}

const timeOf = ({ startsAt, date }: NamedResult): number =>
  startsAt?.getTime() ?? Date.parse(`${date}T12:00:00Z`);

/** Milliseconds between a game and a result; undefined when they are not of one game. */
function gapOf(game: LiveGame, { startsAt, date }: NamedResult): number | undefined {
  if (!startsAt) {
    // Cards and late games may carry the date of either side of midnight.
    const days = Math.abs(daysBetween(game.date, date));
    return days <= (isWeekly(game.sport) ? 1 : 0) ? days * dayMs : undefined;
  }
  const gap = Math.abs(game.startsAt.getTime() - startsAt.getTime());
  return gap <= sameGameMs ? gap : undefined;
}

type Alignment = { pairs: { game: LiveGame; named: NamedResult }[]; gap: number };

/** The most pairs that keep the order of both lists; among these the closest together, then the earliest. */
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
      next.push([above, left, ...paired].toSorted(byPairsAndGap)[0]!);
    }
    row = next;
  }
  return row.at(-1)?.pairs ?? [];
}

const byPairsAndGap = (a: Alignment, b: Alignment): number =>
  b.pairs.length - a.pairs.length || a.gap - b.gap;
