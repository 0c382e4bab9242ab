import { isDuplicateKey } from "@orbline/kit/mongo/connection";
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
      try {
        await entitlements.replaceOne(
          older,
          { seq, ...entitlement },
          { upsert: true, ignoreUndefined: true },
        );
      } catch (error) {
        // The upsert found no older state and no free key: a newer state is stored already.
        if (!isDuplicateKey(error)) throw error;
      }
    },
  };
}
