import { isDuplicateKey } from "@orbline/kit/mongo";
import { type Connection, Schema } from "mongoose";
import type { TrialCards } from "../use-cases/ports.ts";

type TrialCardDocument = { _id: string; userId: string; claimedAt: Date };

const schema = new Schema<TrialCardDocument>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true },
    claimedAt: { type: Date, required: true },
  },
  { versionKey: false, collection: "trial_cards" },
);

/** Cards that have had a trial, in MongoDB; `_id` is the provider's fingerprint of the card. */
export const mongoTrialCards = ({ connection }: { connection: Connection }): TrialCards => {
  const model = connection.model<TrialCardDocument>("TrialCard", schema);
  return {
    claim: async (fingerprint, userId) => {
      try {
        await model.create({ _id: fingerprint, userId, claimedAt: new Date() });
        return true;
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        const holder = await model.findById(fingerprint).lean<TrialCardDocument>();
        return holder?.userId === userId;
      }
    },
  };
};

/** No card is remembered: for Stripe's test mode, where everybody pays with the same ones. */
export const anyTrialCard: TrialCards = { claim: () => Promise.resolve(true) };
