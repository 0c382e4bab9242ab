import { createCache } from "@orbline/kit/cache";
import { insertOnce } from "@orbline/kit/mongo/connection";
import type { Connection } from "mongoose";
import { groupedReads } from "./grouped-commands.ts";
import type { Entitlement, Entitlements } from "../use-cases/ports.ts";

type EntitlementDocument = Entitlement & { _id: string; seq: number };

/** How long access is granted from memory: after an event, another process may still grant it for this long. */
const rememberMs = 2_000;

/** Entitlements in MongoDB; one guarded write both projects an event and drops repeated ones. */
export function mongoEntitlements(connection: Connection): Entitlements {
  const entitlements = connection.collection<EntitlementDocument>("entitlements");
  const read = groupedReads<EntitlementDocument>(entitlements);
  const remembered = createCache<Entitlement>({ max: 10_000, ttlMs: rememberMs });
  return {
    find: async (userId) => {
      const known = remembered.get(userId);
      if (known) return known;
      const found = await read(userId);
      if (!found) return undefined;
      const { entitled, accessUntil, isTrial } = found;
      const entitlement = { entitled, accessUntil, isTrial };
      if (entitlement.entitled) remembered.set(userId, entitlement);
      return entitlement;
    },
    apply: async (userId, seq, entitlement) => {
      remembered.delete(userId);
      const older = { _id: userId, seq: { $lt: seq } };
      if (!entitlement) {
        await entitlements.deleteOne(older);
        return;
      }
      // An upsert that finds neither an older state nor a free key leaves the newer state alone.
      await insertOnce(entitlements.replaceOne(older, { seq, ...entitlement }, { upsert: true }));
    },
  };
}
