import { insertOnce } from "@orbline/kit/mongo/connection";
import type { Connection } from "mongoose";
import { isDeepStrictEqual } from "node:util";
import { eventsOf, identify } from "../../domain/live-games/identify-games.ts";
import { type LiveGame, sameGameMs } from "../../domain/live-games/live-game.ts";
import { pairResults } from "../../domain/live-games/pair-results.ts";
import type { LiveGames } from "../../use-cases/ports-live.ts";

/** `awaits` is the expected end of a game that has no result yet. */
type LiveGameDocument = Omit<LiveGame, "id"> & { _id: string; awaits?: Date; finishedAt?: Date };

/** Live games in MongoDB; each change is one guarded write of one document, so that repeating it changes nothing. */
export function mongoLiveGames(connection: Connection): LiveGames {
  const games = connection.collection<LiveGameDocument>("live_games");

  async function add({ id, ...game }: LiveGame) {
    const document = { _id: id, ...game, awaits: game.endsAt };
    await insertOnce(games.insertOne(document));
  }

  async function change(game: LiveGame, known: LiveGame) {
    const { id, endsAt } = game;
    if (known.result?.kind === "void")
      // It was void because it had moved, and is back at its time.
      await games.updateOne(
        { _id: id, "result.kind": "void" },
        { $set: { awaits: endsAt }, $unset: { result: 1, finishedAt: 1 } },
      );
    else if (known.result || isDeepStrictEqual(listingOf(game), listingOf(known))) return;
    await games.updateOne(
      { _id: id, result: { $exists: false } },
      { $set: { ...listingOf(game), awaits: endsAt } },
    );
  }

  async function finish(id: string, result: LiveGame["result"], now: Date) {
    await games.updateOne(
      { _id: id, result: { $exists: false } },
      { $set: { result, finishedAt: now }, $unset: { awaits: 1 } },
    );
  }

  return {
    record: async (listed, now) => {
      if (listed.length === 0) return [];
      const eventIds = listed.map(({ eventId }) => eventId);
      const feeds = listed.map(({ feed }) => feed);
      const starts = listed.map(({ startsAt }) => startsAt.getTime());
      const candidates = [
        { eventId: { $in: eventIds } },
        { otherEventIds: { $in: eventIds } },
        near(feeds, starts, sameGameMs),
      ];
      const known = (await games.find({ $or: candidates }).toArray()).map(toGame);
      const byId = new Map(known.map((game) => [game.id, game]));
      const found = identify(listed, known, now);
      for (const game of found) {
        const before = byId.get(game.id);
        if (before) await change(game, before);
        else if (game.startsAt > now) await add(game);
      }
      const [kept, listedEvents] = [new Set(found.map(({ id }) => id)), new Set(eventIds)];
      for (const game of known)
        if (!kept.has(game.id) && eventsOf(game).some((id) => listedEvents.has(id)))
          await finish(game.id, { kind: "void" }, now);
      return found;
    },
    finish: async (results, now) => {
      if (results.length === 0) return;
      const feeds = results.map(({ feed }) => feed);
      const times = results.map(({ startsAt, date }) => startsAt?.getTime() ?? Date.parse(date));
      // A date alone is a day long, in any time zone, and may be that of the day before or after.
      const known = await games.find(near(feeds, times, 6 * sameGameMs)).toArray();
      for (const { game, result } of pairResults(known.map(toGame), results, now))
        if (!game.result) await finish(game.id, result, now);
    },
    find: async (ids) => {
      const found = await games.find({ _id: { $in: [...ids] } }).toArray();
      return found.map(toGame);
    },
    finishedSince: async (since) => {
      const found = await games.find({ finishedAt: { $gte: since } }).toArray();
      return found.map(toGame);
    },
    awaited: (before) =>
      games
        .find<Pick<LiveGame, "feed" | "startsAt">>(
          { awaits: { $lte: before } },
          { projection: { feed: 1, startsAt: 1, _id: 0 }, sort: { awaits: 1 } },
        )
        .toArray(),
    giveUp: async (before) => {
      await games.updateMany({ awaits: { $lte: before } }, { $unset: { awaits: 1 } });
    },
  };
}

/** The filter for games of some competitions near some times. */
function near(feeds: readonly string[], times: readonly number[], withinMs: number) {
  return {
    feed: { $in: [...new Set(feeds)] },
    startsAt: {
      $gte: new Date(Math.min(...times) - withinMs),
      $lte: new Date(Math.max(...times) + withinMs),
    },
  };
}

/** The part of a game that a list changes. */
function listingOf({ startsAt, endsAt, date, last, eventId, otherEventIds }: LiveGame) {
  return { startsAt, endsAt, date, last, eventId, otherEventIds };
}

function toGame({ _id, awaits: _awaits, finishedAt: _finishedAt, ...game }: LiveGameDocument) {
  return { ...game, id: _id };
}
