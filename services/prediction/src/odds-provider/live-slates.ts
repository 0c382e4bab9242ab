import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { AppError } from "@orbline/kit/errors";
import type { LiveGame, PriceSnapshot } from "../domain/live-game.ts";
import type { Slate, SlateGame } from "../domain/slate.ts";
import { sports, type Sport } from "../domain/sport.ts";
import type { ModelState } from "../engine/serving/predict.ts";
import type { Clock, LiveGames, PriceSnapshots, Slates } from "../use-cases/ports.ts";
import { closingBooks, findStale, walkResults } from "./live-ratings.ts";
import { toSlateGame } from "./read-game.ts";
import { dayMs } from "../domain/dates.ts";

/** Days ahead for which the slate lists games. */
const slateMs = 7 * dayMs;
/** Clocks of two processes may differ by so much. */
const overlapMs = 300_000;

type Rated = { state: ModelState; stale: ReturnType<typeof findStale> };
type Kept = { slate: Slate; until: number };

const timeOf = new Intl.DateTimeFormat("en-GB", {
  timeZone: "UTC",
  dateStyle: "medium",
  timeStyle: "short",
});

const labelOf = (takenAt: Date | undefined): string =>
  takenAt ? `Live prices of ${timeOf.format(takenAt)} UTC` : "Live prices, none taken yet";

const earliest = (times: readonly Date[]): Date | undefined =>
  times.toSorted((a, b) => a.getTime() - b.getTime())[0];

/** Priced games to come that the provider still lists: those of the next days, and when the first later one joins them. */
const onSale = ({ games: priced, listed }: PriceSnapshot, now: number) => {
  const ids = new Set(listed);
  const coming = priced.filter(({ id, startsAt }) => ids.has(id) && startsAt.getTime() > now);
  const isShown = ({ startsAt }: SlateGame) => startsAt.getTime() <= now + slateMs;
  const later = coming.filter((game) => !isShown(game));
  return {
    games: coming.filter(isShown),
    nextAt: Math.min(...later.map(({ startsAt }) => startsAt.getTime() - slateMs)),
  };
};

/**
 * The slate of the live provider as it lies in the database: the last prices taken, of games that it still
 * lists on the same day and that have not started. Ratings are walked on over live results.
 */
export const liveSlates = ({
  models,
  games,
  snapshots,
  clock,
}: {
  models: ReadonlyMap<Sport, ModelState>;
  games: LiveGames;
  snapshots: PriceSnapshots;
  clock: Clock;
}) => {
  const results = new Map<string, LiveGame>();
  let since = new Date(0);
  let lastSeen = "";
  let known = new Map<Sport, PriceSnapshot[]>();
  const rated = new Map<Sport, Rated>();
  const kept = new Map<Sport, Kept>();

  const ratedOf = (sport: Sport): Rated => {
    const walked = rated.get(sport);
    if (walked) return walked;
    const fitted = models.get(sport);
    if (!fitted) throw new AppError("internal", "model.missing", `no model is loaded for ${sport}`);
    const state = walkResults(
      fitted,
      [...results.values()].filter((game) => game.sport === sport),
    );
    const fresh = { state, stale: findStale(state) };
    rated.set(sport, fresh);
    return fresh;
  };

  const build = (sport: Sport, now: Date): Kept => {
    const { state, stale } = ratedOf(sport);
    const offers = (known.get(sport) ?? []).map((snapshot) => ({
      takenAt: snapshot.takenAt,
      ...onSale(snapshot, now.getTime()),
    }));
    const offered = offers
      .flatMap((offer) => offer.games)
      .map((game) => ({ ...game, marketOnly: stale(game) }))
      .toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime() || (a.id < b.id ? -1 : 1));
    const used = offers.filter((offer) => offer.games.length > 0);
    const takenAt = earliest(
      (used.length > 0 ? used : offers).flatMap((offer) => offer.takenAt ?? []),
    );
    const content = createHash("sha256").update(JSON.stringify([state.version, offered]));
    const firstStart = offered[0]?.startsAt.getTime() ?? Number.POSITIVE_INFINITY;
    return {
      slate: {
        sport,
        kind: "live",
        label: labelOf(takenAt),
        snapshotId: `live:${sport}:${content.digest("hex").slice(0, 24)}`,
        pricedAt: takenAt ?? now,
        games: offered,
      },
      until: Math.min(firstStart, ...offers.map(({ nextAt }) => nextAt)),
    };
  };

  /** Takes over what this or another process has learned from the provider. */
  const refresh = async (): Promise<void> => {
    const now = clock.now();
    // Both before either is taken over: a result that counts must also renew the slates.
    const [finished, all] = await Promise.all([
      games.finishedSince(new Date(since.getTime() - overlapMs)),
      snapshots.all(),
    ]);
    // by what it says: a game that was called off may be back on its day, and be played
    const fresh = finished.filter(
      ({ id, result }) => !isDeepStrictEqual(results.get(id)?.result, result),
    );
    for (const game of fresh) results.set(game.id, game);
    for (const { sport } of fresh) rated.delete(sport);
    since = now;
    const seen = JSON.stringify(
      all.map(({ feed, takenAt, listedAt }) => [feed, takenAt, listedAt]),
    );
    if (seen !== lastSeen || fresh.length > 0) {
      lastSeen = seen;
      known = Map.groupBy(all, ({ sport }) => sport);
      kept.clear();
    }
    for (const sport of sports) ratedOf(sport);
  };

  const slates: Slates = {
    now: clock.now,
    current: (sport) => {
      const now = clock.now();
      let entry = kept.get(sport);
      if (!entry || now.getTime() >= entry.until) {
        entry = build(sport, now);
        kept.set(sport, entry);
      }
      return entry.slate;
    },
    resultsOf: async (ids) => {
      const found = await games.find(ids);
      return new Map(found.flatMap(({ id, result }) => (result ? [[id, result] as const] : [])));
    },
    closingGames: async (ids) => {
      const found = await games.find(ids);
      const started = found.filter(({ startsAt }) => startsAt <= clock.now());
      return new Map(
        started.flatMap((game) => {
          const books = closingBooks(game);
          return books ? [[game.id, toSlateGame(game, books)] as const] : [];
        }),
      );
    },
    advance: () =>
      Promise.reject(
        new AppError("forbidden", "slate.live", "The clock of a live slate cannot be moved."),
      ),
  };
  return { slates, ratings: (sport: Sport): ModelState => ratedOf(sport).state, refresh };
};
