import { randomBytes } from "node:crypto";
import type { Connection } from "mongoose";
import type { Shares } from "../../use-cases/ports.ts";
import { predictionCollection, toSummaries } from "../prediction-document.ts";

/** Shares are a field of the prediction, so export and deletion of a user's predictions cover them. */
export function mongoShares(connection: Connection): Shares {
  const predictions = predictionCollection(connection);
  return {
    share: async (userId, predictionId) => {
      const share = { slug: randomBytes(16).toString("base64url"), sharedAt: new Date() };
      const own = { _id: predictionId, userId };
      await predictions.updateOne({ ...own, share: { $exists: false } }, { $set: { share } });
      return (await predictions.findOne(own, { projection: { share: 1 } }))?.share?.slug;
    },
    unshare: async (userId, predictionId) => {
      await predictions.updateOne({ _id: predictionId, userId }, { $unset: { share: 1 } });
    },
    find: async (slug) => {
      const found = await predictions.findOne({ "share.slug": slug });
      return found ? toSummaries([found]).readable[0] : undefined;
    },
  };
}
