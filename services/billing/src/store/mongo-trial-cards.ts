import { hash } from "node:crypto";
import { isDuplicateKey } from "@orbline/kit/mongo/connection";
import { type Connection, Schema } from "mongoose";
import type { TrialCards } from "../use-cases/ports.ts";

/** A card as it lies in the database; of one whose user has left nothing but the id. */
export type TrialCardDocument = { _id: string; userId?: string; claimedAt?: Date };

const schema = new Schema<TrialCardDocument>(
  { _id: { type: String, required: true }, userId: String, claimedAt: Date },
  { versionKey: false, collection: "trial_cards" },
);

/** The provider can be asked by a fingerprint for what was paid with the card, and by whom; not by its hash. */
export const trialCardId = (fingerprint: string): string =>
  hash("sha256", fingerprint, "base64url");

/** Cards that have had a trial, in MongoDB; `_id` is the hash of the provider's fingerprint of the card. */
export const mongoTrialCards = ({ connection }: { connection: Connection }): TrialCards => {
  const model = connection.model<TrialCardDocument>("TrialCard", schema);
  return {
    claim: async (fingerprint, userId) => {
      const _id = trialCardId(fingerprint);
      try {
        await model.create({ _id, userId, claimedAt: new Date() });
        return true;
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        const holder = await model.findById(_id).lean<TrialCardDocument>();
        return holder?.userId === userId;
      }
    },
    findOf: async (userId) => {
      const cards = await model.find({ userId }).lean<TrialCardDocument[]>();
      return cards.flatMap(({ claimedAt }) => claimedAt ?? []);
    },
    disown: async (userId) => {
      await model.updateMany({ userId }, { $unset: { userId: 1, claimedAt: 1 } });
    },
  };
};

/** No card is remembered: for Stripe's test mode, where everybody pays with the same ones. */
export const anyTrialCard: TrialCards = {
  claim: () => Promise.resolve(true),
  findOf: () => Promise.resolve([]),
  disown: () => Promise.resolve(),
};
