import { createHmac } from "node:crypto";
import type { BillingContext } from "../config.ts";
import type { ExcludedAddresses } from "../use-cases/ports.ts";

/** An email address; `_id` is its keyed hash. */
type AddressDocument = { _id: string; until: Date };

/** Email addresses of self-excluded users who have deleted their account, in MongoDB. */
export function mongoExcludedAddresses({
  config,
  connection,
}: Pick<BillingContext, "config" | "connection">): ExcludedAddresses {
  const addresses = connection.collection<AddressDocument>("excluded_addresses");
  // A plain hash could be found by trying addresses. Identity takes addresses that differ in case for the same one.
  const hash = (email: string) =>
    createHmac("sha256", config.SELF_EXCLUSION_KEY).update(email.toLowerCase()).digest("base64url");
  return {
    hash,
    add: async (_id, until) => {
      await addresses.updateOne({ _id }, { $max: { until } }, { upsert: true });
    },
    findEnd: async (email, now) => {
      const found = await addresses.findOne({ _id: hash(email) });
      return found && now < found.until ? found.until : undefined;
    },
    deleteEnded: async (now) => (await addresses.deleteMany({ until: { $lte: now } })).deletedCount,
  };
}
