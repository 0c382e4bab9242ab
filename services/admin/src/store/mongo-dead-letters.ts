import { createHash } from "node:crypto";
import { AppError } from "@orbline/kit/errors";
import { isDuplicateKey } from "@orbline/kit/mongo/connection";
import { type Connection, mongo } from "mongoose";
import type { DeadLetter, Death } from "../domain/dead-letter.ts";
import type { DeadLetters } from "../use-cases/ports.ts";
import { mongoGoneUsers } from "./mongo-gone-users.ts";

type LetterDocument = Omit<DeadLetter, "id"> & {
  _id: string;
  /** Position of the newest death in the dead-letter topic. */
  position: number;
  /** Place in lists, by the moment of the newest death. */
  order: string;
  /** Absent for a message that says that its aggregate is gone. */
  value?: mongo.Binary;
  headers: Record<string, string>;
  /** Set while it is about to be published. */
  replayingAt?: Date;
};

/** The same id for one message of one group, however often it dies. */
const idOf = ({ topic, partition, offset, group }: Death): string => {
  const place = JSON.stringify([topic, partition, offset, group]);
  return `dl_${createHash("sha256").update(place).digest("hex").slice(0, 40)}`;
};

const orderOf = (diedAt: Date, id: string) => `${String(diedAt.getTime()).padStart(15, "0")}_${id}`;

const contents = { value: 0, headers: 0 } as const;

const toLetter = ({
  _id,
  position: _position,
  order: _order,
  replayingAt: _replayingAt,
  ...letter
}: Omit<LetterDocument, "value" | "headers">): DeadLetter => ({ id: _id, ...letter });

const fieldsOf = ({ value, ...death }: Death, id: string) => ({
  ...death,
  ...(value && { value: new mongo.Binary(value) }),
  order: orderOf(death.diedAt, id),
  state: "dead" as const,
});

/** Dead letters in MongoDB, one document each, fed by the dead-letter topics; `retry` publishes one. */
export const mongoDeadLetters = ({
  connection,
  topics,
  retry,
}: {
  connection: Connection;
  /** Topics whose letters are kept. */
  topics: readonly string[];
  retry: (letter: Death) => Promise<void>;
}): DeadLetters => {
  const letters = connection.collection<LetterDocument>("dead_letters");
  const goneUsers = mongoGoneUsers(connection);
  // One that says that an aggregate is gone holds nothing of it, and whoever gave it up still needs it.
  const erase = async (key: string) => {
    await letters.deleteMany({ key, value: { $exists: true } });
  };
  return {
    list: async ({ limit, before, topic, state }) => {
      const found = await letters
        .find(
          {
            ...(state && { state }),
            ...(topic && { topic }),
            ...(before !== undefined && { order: { $lt: before } }),
          },
          { projection: contents, sort: { order: -1 }, limit: limit + 1 },
        )
        .toArray();
      const page = found.slice(0, limit);
      return {
        letters: page.map(toLetter),
        next: found.length > limit ? page.at(-1)?.order : undefined,
      };
    },
    countDead: () =>
      Promise.all(
        topics.map(async (topic) => ({
          topic,
          dead: await letters.countDocuments({ state: "dead", topic }),
        })),
      ),
    find: async (id) => {
      const found = await letters.findOne({ _id: id }, { projection: contents });
      return found ? toLetter(found) : undefined;
    },
    findAbout: async (keys) => {
      const about = { key: { $in: [...keys] } };
      return (await letters.find(about, { projection: contents }).toArray()).map(toLetter);
    },
    keep: async (death) => {
      const id = idOf(death);
      const change = {
        $set: fieldsOf(death, id),
        $inc: { deaths: 1 },
        $unset: { replayingAt: 1 as const },
      };
      try {
        // what was taken over before does not match, and its upsert meets the document that has it
        const newer = { _id: id, position: { $lt: death.position } };
        await letters.updateOne(newer, change, { upsert: true });
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
      // an account may have ended before its letter came: then nobody else takes it away
      if (death.value && (await goneUsers.findEnd(death.key)) !== undefined) await erase(death.key);
    },
    markReplaying: async (id, now) => {
      const change = { $set: { state: "replaying" as const, replayingAt: now } };
      return (await letters.updateOne({ _id: id }, change)).matchedCount > 0;
    },
    publish: async (id) => {
      const found = await letters.findOne({ _id: id });
      if (!found)
        throw new AppError("not-found", "dead-letter.not-found", "There is no such dead letter.");
      const { value, ...letter } = found;
      await retry({ ...letter, value: value ? Buffer.from(value.buffer) : null });
    },
    markReplayed: async (id, now) => {
      const change = {
        $set: { state: "replayed" as const, replayedAt: now },
        $unset: { replayingAt: 1 as const },
      };
      await letters.updateOne({ _id: id, state: "replaying" }, change);
    },
    findAbandoned: async (before) => {
      const found = await letters
        .find(
          { replayingAt: { $lte: before } },
          { projection: { _id: 1 }, sort: { replayingAt: 1 }, limit: 100 },
        )
        .toArray();
      return found.map(({ _id }) => _id);
    },
    forget: async (before) => {
      await letters.deleteMany({ order: { $lt: orderOf(before, "") } });
    },
    erase,
  };
};
