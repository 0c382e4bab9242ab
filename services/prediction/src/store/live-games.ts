import { insertOnce } from "@orbline/kit/mongo/connection";
import type { Connection } from "mongoose";
import type { LiveGame } from "../domain/live-game.ts";
import type { LiveGames } from "../use-cases/ports.ts";

/** `awaits` is the expected end of a game that has no result yet. */
type LiveGameDocument = Omit<LiveGame, "id"> & { _id: string; awaits?: Date; finishedAt?: Date };

/** Live games in MongoDB; each change is one guarded write of one document, so that repeating it changes nothing. */
export function mongoLiveGames(connection: Connection): LiveGames {
  const games = connection.collection<LiveGameDocument>("live_games");
  const ignoreUndefined = { ignoreUndefined: true };

  async function add({ id, ...game }: LiveGame, now: Date) {
    const state = game.result ? { finishedAt: now } : { awaits: game.endsAt };
    await insertOnce(games.insertOne({ _id: id, ...game, ...state }, ignoreUndefined));
  }

  async function change(game: LiveGame, known: LiveGameDocument, now: Date) {
    const { id, startsAt, endsAt, result, last } = game;
    if (known.result?.kind === "void")
      // It was void because it had moved, and is back on its day.
      await games.updateOne(
        { _id: id, "result.kind": "void" },
        { $set: { awaits: endsAt }, $unset: { result: 1, finishedAt: 1 } },
      );
    else if (known.result) return;
    const open = { _id: id, result: { $exists: false } };
    if (result)
      await games.updateOne(open, {
        $set: { startsAt, endsAt, result, finishedAt: now },
        $unset: { awaits: 1 },
      });
    else if (last || known.startsAt.getTime() !== startsAt.getTime())
      await games.updateOne(
        open,
        { $set: { startsAt, endsAt, awaits: endsAt, last } },
        ignoreUndefined,
      );
  }

  const makeVoid = (id: string, now: Date) =>
    games.updateOne(
      { _id: id, result: { $exists: false } },
      { $set: { result: { kind: "void" }, finishedAt: now }, $unset: { awaits: 1 } },
    );

  return {
    record: async (listed, now) => {
      const eventIds = listed.map(({ eventId }) => eventId);
      const known = await games.find({ eventId: { $in: eventIds } }).toArray();
      const byEvent = Map.groupBy(known, ({ eventId }) => eventId);
      for (const game of listed) {
        const ofEvent = byEvent.get(game.eventId) ?? [];
        const same = ofEvent.find(({ _id }) => _id === game.id);
        await (same ? change(game, same, now) : add(game, now));
        for (const { _id, result } of ofEvent)
          if (_id !== game.id && !result) await makeVoid(_id, now);
      }
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

function toGame({ _id, awaits: _awaits, finishedAt: _finishedAt, ...game }: LiveGameDocument) {
  return { ...game, id: _id };
}
