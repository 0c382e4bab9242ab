import { isDuplicateKey } from "@orbline/kit/mongo/connection";
import { type Connection, Schema, trusted } from "mongoose";
import type { LiveGame } from "../domain/live-game.ts";
import type { LiveGames } from "../use-cases/ports.ts";

/** `awaits` is the expected end of a game that has no result yet. */
type LiveGameDocument = Omit<LiveGame, "id"> & { _id: string; awaits?: Date; finishedAt?: Date };

const required = <Type>(type: Type) => ({ type, required: true });

const schema = new Schema<LiveGameDocument>(
  {
    _id: required(String),
    eventId: required(String),
    feed: required(String),
    sport: required(String),
    home: required(String),
    away: required(String),
    startsAt: required(Date),
    endsAt: required(Date),
    date: required(String),
    league: String,
    last: Schema.Types.Mixed,
    result: Schema.Types.Mixed,
    awaits: Date,
    finishedAt: Date,
  },
  { versionKey: false, collection: "live_games" },
);

const toGame = ({ _id, awaits: _a, finishedAt: _f, ...game }: LiveGameDocument): LiveGame => ({
  ...game,
  id: _id,
});

/** A game that has no result yet. */
const open = (id: string) => ({ _id: id, result: trusted({ $exists: false }) });

/** Live games in MongoDB; each change is one guarded write of one document, so that repeating one changes nothing. */
export const mongoLiveGames = ({ connection }: { connection: Connection }): LiveGames => {
  const model = connection.model<LiveGameDocument>("LiveGame", schema);
  const add = async ({ id, ...game }: LiveGame, now: Date) => {
    const state = game.result ? { finishedAt: now } : { awaits: game.endsAt };
    try {
      await model.create({ _id: id, ...game, ...state });
    } catch (error) {
      // Another process has added it meanwhile.
      if (!isDuplicateKey(error)) throw error;
    }
  };

  /** It was called off because it had moved, and is back on its day. */
  const reopen = ({ id, endsAt }: LiveGame) =>
    model.collection.updateOne(
      { _id: id as never, "result.kind": "void" },
      { $set: { awaits: endsAt }, $unset: { result: 1, finishedAt: 1 } },
    );

  const change = async (game: LiveGame, known: LiveGameDocument, now: Date) => {
    const { id, startsAt, endsAt, result, last } = game;
    if (known.result?.kind === "void") await reopen(game);
    else if (known.result) return;
    if (result)
      await model.updateOne(open(id), {
        $set: { startsAt, endsAt, result, finishedAt: now },
        $unset: { awaits: 1 },
      });
    else if (last || known.startsAt.getTime() !== startsAt.getTime())
      await model.updateOne(open(id), {
        $set: { startsAt, endsAt, awaits: endsAt, ...(last && { last }) },
      });
  };

  const callOff = (id: string, now: Date) =>
    model.updateOne(open(id), {
      $set: { result: { kind: "void" }, finishedAt: now },
      $unset: { awaits: 1 },
    });

  return {
    record: async (games, now) => {
      const eventIds = games.map(({ eventId }) => eventId);
      const known = await model
        .find({ eventId: trusted({ $in: eventIds }) })
        .lean<LiveGameDocument[]>();
      const byEvent = Map.groupBy(known, ({ eventId }) => eventId);
      for (const game of games) {
        const listed = byEvent.get(game.eventId) ?? [];
        const same = listed.find(({ _id }) => _id === game.id);
        await (same ? change(game, same, now) : add(game, now));
        for (const { _id, result } of listed)
          if (_id !== game.id && !result) await callOff(_id, now);
      }
    },
    find: async (ids) => {
      const found = await model
        .find({ _id: trusted({ $in: [...ids] }) })
        .lean<LiveGameDocument[]>();
      return found.map(toGame);
    },
    finishedSince: async (since) => {
      const found = await model
        .find({ finishedAt: trusted({ $gte: since }) })
        .lean<LiveGameDocument[]>();
      return found.map(toGame);
    },
    awaited: (before) =>
      model
        .find({ awaits: trusted({ $lte: before }) }, { feed: 1, startsAt: 1, _id: 0 })
        .sort({ awaits: 1 })
        .lean<Pick<LiveGame, "feed" | "startsAt">[]>(),
    giveUp: async (before) => {
      await model.updateMany({ awaits: trusted({ $lte: before }) }, { $unset: { awaits: 1 } });
    },
  };
};
