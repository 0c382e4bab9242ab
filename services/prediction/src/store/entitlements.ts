import { insertOnce } from "@orbline/kit/mongo/connection";
import type { Connection } from "mongoose";
import type { Entitlement, Entitlements } from "../use-cases/ports.ts";

type EntitlementDocument = Entitlement & { _id: string; seq: number };

/** Entitlements in MongoDB; one guarded write both projects an event and drops repeated ones. */
export function mongoEntitlements(connection: Connection): Entitlements {
  const entitlements = connection.collection<EntitlementDocument>("entitlements");
  return {
    find: async (userId) => {
      const found = await entitlements.findOne({ _id: userId });
      return found ? { entitled: found.entitled, accessUntil: found.accessUntil } : undefined;
    },
    apply: async (userId, seq, entitlement) => {
      const older = { _id: userId, seq: { $lt: seq } };
      if (!entitlement) {
        await entitlements.deleteOne(older);
        return;
      }
      // An upsert that finds neither an older state nor a free key leaves the newer state alone.
      const options = { upsert: true, ignoreUndefined: true };
      await insertOnce(entitlements.replaceOne(older, { seq, ...entitlement }, options));
    },
  };
}
