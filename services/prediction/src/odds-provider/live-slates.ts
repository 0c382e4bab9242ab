import { createHash } from "node:crypto";
import { AppError } from "@orbline/kit/errors";
import { dayMs, saleEndsMs, slateDays } from "../domain/dates.ts";
import type { PriceSnapshot } from "../domain/live-games/live-game.ts";
import type { Slate } from "../domain/slate.ts";
import { sports, type Sport } from "../domain/sport.ts";
import { closingBooks } from "../results/live-ratings.ts";
import type { LiveRatings } from "../results/ratings.ts";
import { lastGames } from "../engine/serving/predict.ts";
import { ufcBouts } from "../domain/live-games/ufc-cards.ts";
import type { RatedSlates } from "../slates/models.ts";
import type { Clock } from "../use-cases/ports.ts";
import type { LiveGames, PriceSnapshots } from "../use-cases/ports-live.ts";
import { toSlateGame } from "./read-game.ts";

const slateMs = slateDays * dayMs;
/**
 * The slate of the live provider as stored: the last prices of games that are still listed on the same day and do
 * not start within two minutes. Live results update the ratings. `refresh` reads what this or another process has stored.
 */
export function liveSlates(deps: {
  ratings: LiveRatings;
  /** Why a sport is not on sale; undefined where it is. */
  notSold: (sport: Sport) => string | undefined;
  games: LiveGames;
  snapshots: PriceSnapshots;
  clock: Clock;
  /** Older prices are not sold. */
  maxAgeMs: number;
}): RatedSlates & { refresh: () => Promise<void> } {
  const { ratings, notSold, games, snapshots, clock, maxAgeMs } = deps;
  let lastSeen = "";
  let snapshotsBySport = new Map<Sport, PriceSnapshot[]>();
  const built = new Map<Sport, { slate: Slate; until: number }>();

  function build(sport: Sport, now: Date): { slate: Slate; until: number } {
    const state = ratings.ratings(sport);
    const sold = (taken: PriceSnapshot) =>
      sport === "ufc" ? { ...taken, games: ufcBouts(taken.games, lastGames(state)) } : taken;
    const offers = (snapshotsBySport.get(sport) ?? []).map((one) =>
      offerOf(sold(one), now.getTime(), maxAgeMs),
    );
    const offered = offers
      .flatMap((offer) => offer.games)
      .map(ratings.withFacts)
      .map((game) => ({ ...game, marketOnly: ratings.findStale(game) }))
      .toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime() || (a.id < b.id ? -1 : 1));
    const used = offers.filter((offer) => offer.games.length > 0);
    const [takenAt] = (used.length > 0 ? used : offers)
      .flatMap((offer) => offer.takenAt ?? [])
      .toSorted((a, b) => a.getTime() - b.getTime());
    const content = createHash("sha256").update(
      JSON.stringify([state.version, ratings.digest(sport), offered]),
    );
    const firstStart = offered[0]?.startsAt.getTime() ?? Number.POSITIVE_INFINITY;
    const firstEnd = firstStart - saleEndsMs;
    return {
      slate: {
        sport,
        kind: "live",
        label: notSold(sport) ?? labelOf(takenAt),
        snapshotId: `live:${sport}:${content.digest("hex").slice(0, 24)}`,
        pricedAt: takenAt ?? now,
        games: offered,
      },
      until: Math.min(firstEnd, ...offers.map(({ nextAt }) => nextAt)),
    };
  }

  return {
    ratings: ratings.ratings,
    refresh: async () => {
      const [, all] = await Promise.all([ratings.refresh(), snapshots.all()]);
      const seen = JSON.stringify([
        sports.map(ratings.digest),
        all.map(({ feed, takenAt, listedAt }) => [feed, takenAt, listedAt]),
      ]);
      if (seen === lastSeen) return;
      lastSeen = seen;
      snapshotsBySport = Map.groupBy(
        all.filter(({ sport }) => notSold(sport) === undefined),
        ({ sport }) => sport,
      );
      built.clear();
    },
    slates: {
      now: clock.now,
      current: (sport) => {
        const now = clock.now();
        let entry = built.get(sport);
        if (!entry || now.getTime() >= entry.until) {
          entry = build(sport, now);
          built.set(sport, entry);
        }
        return entry.slate;
      },
      resultsOf: async (ids) => {
        const found = await games.find(ids);
        return new Map(found.flatMap(({ id, result }) => (result ? [[id, result] as const] : [])));
      },
      closingGames: async (ids) => {
        const started = (await games.find(ids)).filter(({ startsAt }) => startsAt <= clock.now());
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
    },
  };
}

/** Priced and listed games of the next days, and when they change: a later one joins them, or the prices get too old. */
function offerOf({ games, listed, takenAt }: PriceSnapshot, now: number, maxAgeMs: number) {
  const endsAt = (takenAt?.getTime() ?? 0) + maxAgeMs;
  if (endsAt <= now) return { takenAt, games: [], nextAt: Number.POSITIVE_INFINITY };
  const ids = new Set(listed);
  const coming = games.filter(
    ({ id, startsAt }) => ids.has(id) && startsAt.getTime() > now + saleEndsMs,
  );
  const [shown = [], later = []] = [true, false].map((isShown) =>
    coming.filter(({ startsAt }) => startsAt.getTime() <= now + slateMs === isShown),
  );
  const nextAt = Math.min(endsAt, ...later.map(({ startsAt }) => startsAt.getTime() - slateMs));
  return { takenAt, games: shown, nextAt };
}

const labelTime = new Intl.DateTimeFormat("en-GB", {
  timeZone: "UTC",
  dateStyle: "medium",
  timeStyle: "short",
});

const labelOf = (takenAt: Date | undefined): string =>
  takenAt ? `Live prices of ${labelTime.format(takenAt)} UTC` : "Live prices, none taken yet";
