import { isDeepStrictEqual } from "node:util";
import { dayMs } from "../domain/dates.ts";
import { identify } from "../domain/live-games/identify-games.ts";
import type { LiveGame, PollState, PriceSnapshot } from "../domain/live-games/live-game.ts";
import type { ResultsProgress, StoredResult } from "../domain/live-games/rated-result.ts";
import { pairResults } from "../domain/live-games/pair-results.ts";
import type { LiveGames, PollLease, PriceSnapshots, Results } from "../use-cases/ports-live.ts";

/** Live games in memory; `lost` are those whose result never came. */
export const memoryLiveGames = (): LiveGames & { lost: () => string[] } => {
  const games = new Map<string, LiveGame>();
  const finished = () => [...games.values()].filter(({ result }) => result);
  const abandoned = new Set<string>();
  return {
    lost: () => [...abandoned].filter((id) => !games.get(id)?.result),
    record: (listed, now) => {
      const recent = [...games.values()].filter(
        ({ feed, endsAt }) => feed === listed[0]?.feed && endsAt.getTime() > now.getTime() - dayMs,
      );
      const found = identify(listed, recent, now);
      for (const game of found) if (!games.get(game.id)?.result) games.set(game.id, game);
      return Promise.resolve(found);
    },
    finish: (results, now) => {
      const open = [...games.values()].filter((game) => !game.result);
      for (const { game, result } of pairResults(open, results, now))
        games.set(game.id, { ...game, result });
      return Promise.resolve();
    },
    find: (ids) => Promise.resolve([...games.values()].filter(({ id }) => ids.includes(id))),
    finishedSince: () => Promise.resolve(finished()),
    awaited: (before) =>
      Promise.resolve(
        [...games.values()].filter(
          ({ id, endsAt, result }) => !result && endsAt <= before && !abandoned.has(id),
        ),
      ),
    giveUp: (before) => {
      for (const { id, endsAt } of games.values()) if (endsAt <= before) abandoned.add(id);
      return Promise.resolve();
    },
  };
};

/** Results in memory. */
export const memoryResults = (): Results & { all: () => StoredResult[] } => {
  const results = new Map<string, { game: StoredResult; changedAt: Date }>();
  const progresses = new Map<string, ResultsProgress>();
  return {
    all: () => [...results.values()].map(({ game }) => game),
    record: (games, now) => {
      const changed = games.filter(({ id, ...game }) => {
        const known = results.get(id)?.game;
        return !isDeepStrictEqual(known, { ...game, id });
      });
      for (const game of changed) results.set(game.id, { game, changedAt: now });
      return Promise.resolve(changed.length);
    },
    changedSince: (since) =>
      Promise.resolve(
        [...results.values()].flatMap(({ game, changedAt }) => (changedAt >= since ? game : [])),
      ),
    progress: () => Promise.resolve([...progresses.values()]),
    saveProgress: (progress) => {
      progresses.set(progress.id, progress);
      return Promise.resolve();
    },
    status: () => Promise.resolve([]),
    saveStatus: () => Promise.resolve(),
  };
};

/** Price snapshots in memory. */
export const memoryPriceSnapshots = (): PriceSnapshots => {
  const snapshots = new Map<string, PriceSnapshot>();
  return {
    all: () => Promise.resolve([...snapshots.values()]),
    save: (parts) => {
      const known = snapshots.get(parts.feed) ?? { games: [], listed: [] };
      snapshots.set(parts.feed, { ...known, ...parts });
      return Promise.resolve();
    },
    mark: ({ feed, sport }, name, { from, to }) => {
      const known = snapshots.get(feed) ?? { feed, sport, games: [], listed: [] };
      if (known[name]?.getTime() !== from?.getTime()) return Promise.resolve(false);
      snapshots.set(feed, { ...known, [name]: to });
      return Promise.resolve(true);
    },
  };
};

/** The lease of a single process in memory. */
export const memoryPollLease = (): PollLease => {
  let state: PollState = {};
  return {
    take: () => Promise.resolve(state),
    keep: (_holder, parts) => {
      state = { ...state, ...parts };
      return Promise.resolve(true);
    },
    release: () => Promise.resolve(),
  };
};
