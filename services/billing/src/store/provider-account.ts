import { insertOnce } from "@orbline/kit/mongo/connection";
import type { Connection } from "mongoose";

/** Stores the id of the Stripe account that the first start used. */
export function mongoProviderAccount({ connection }: { connection: Connection }) {
  const accounts = connection.collection<{ _id: "stripe"; accountId: string }>("provider_account");
  return {
    /** Stores the account id once; returns the stored one. */
    remember: async (accountId: string): Promise<string> => {
      await insertOnce(accounts.insertOne({ _id: "stripe", accountId }));
      return (await accounts.findOne({ _id: "stripe" }))?.accountId ?? accountId;
    },
  };
}
