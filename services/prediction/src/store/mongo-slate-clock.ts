import { isDuplicateKey } from "@orbline/kit/mongo/connection";
import { type Connection, Schema } from "mongoose";
import type { SlateClockRecord, SlateClockStore } from "../use-cases/ports.ts";

type ClockDocument = SlateClockRecord & { _id: string };

const schema = new Schema<ClockDocument>(
  {
    _id: { type: String, required: true },
    startedOn: { type: String, required: true },
    offsetDays: { type: Number, required: true },
  },
  { versionKey: false, collection: "slate_clocks" },
);

/** The clock of one slate in MongoDB; `name` tells a simulated season and each replay apart. */
export const mongoSlateClock = ({
  connection,
  name,
}: {
  connection: Connection;
  name: string;
}): SlateClockStore => {
  const model = connection.model<ClockDocument>("SlateClock", schema);
  const read = async (): Promise<SlateClockRecord> => {
    const found = await model.findById(name).lean<ClockDocument>().orFail();
    return { startedOn: found.startedOn, offsetDays: found.offsetDays };
  };
  return {
    load: async (first) => {
      try {
        await model.create({ _id: name, ...first });
        return first;
      } catch (error) {
        if (isDuplicateKey(error)) return read();
        throw error;
      }
    },
    advance: async (days) => {
      await model.updateOne({ _id: name }, { $inc: { offsetDays: days } });
      return read();
    },
  };
};
