import { hash } from "node:crypto";
import { insertOnce } from "@orbline/kit/mongo/connection";
import type { Connection } from "mongoose";
import type { TrialCards } from "../use-cases/ports.ts";

/** A card; `_id` is the hash of its fingerprint. After a user's deletion only the hash is kept. */
type TrialCardDocument = { _id: string; userId?: string; claimedAt?: Date };

/** Cards that have had a trial, in MongoDB. */
export function mongoTrialCards({ connection }: { connection: Connection }): TrialCards {
  const cards = connection.collection<TrialCardDocument>("trial_cards");
  return {
    claim: async (fingerprint, userId) => {
      if (fingerprint === undefined) return false;
      const _id = trialCardId(fingerprint);
      if (await insertOnce(cards.insertOne({ _id, userId, claimedAt: new Date() }))) return true;
      return (await cards.findOne({ _id }))?.userId === userId;
    },
    findOf: async (userId) => {
      const found = await cards.find({ userId }).toArray();
      return found.flatMap(({ claimedAt }) => claimedAt ?? []);
    },
    anonymize: async (userId) => {
      await cards.updateMany({ userId }, { $unset: { userId: 1, claimedAt: 1 } });
    },
  };
}

/** Accepts every payment method. Used in Stripe's test mode, where all buyers use the same ones. */
export const anyTrialCard: TrialCards = {
  claim: () => Promise.resolve(true),
  findOf: () => Promise.resolve([]),
  anonymize: () => Promise.resolve(),
};

/** The hash of a fingerprint. The provider can find payments by a fingerprint, but not by this hash. */
function trialCardId(fingerprint: string): string {
  return hash("sha256", fingerprint, "base64url");
}
