import type { Connection } from "mongoose";
import type { SlateClockStore } from "../use-cases/ports.ts";

export function mongoSlateClock(connection: Connection, name: string): SlateClockStore {
  const clocks = connection.collection<{ _id: string; offsetDays: number }>("slate_clocks");
  const load = async () => (await clocks.findOne({ _id: name }))?.offsetDays ?? 0;
  return {
    load,
    advance: async (days) => {
      await clocks.updateOne({ _id: name }, { $inc: { offsetDays: days } }, { upsert: true });
      return load();
    },
  };
}
