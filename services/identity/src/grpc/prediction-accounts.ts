import { connectGrpc } from "@orbline/kit/grpc";
import type { Metrics } from "@orbline/kit/metrics";
import type { PredictionAccountsServiceDefinition } from "@orbline/proto/gen/prediction/v1/PredictionAccountsService";
import type { Holdings } from "../use-cases/ports.ts";
import { readObject, slowCall } from "./other-service.ts";

/** Puts the lists of two pages together. */
const join = (all: Record<string, unknown>, page: Record<string, unknown>) => {
  const joined = { ...all };
  for (const [name, list] of Object.entries(page)) joined[name] = [joined[name] ?? [], list].flat();
  return joined;
};

/** What prediction keeps about users, asked by gRPC. */
export const predictionAccounts = (connection: {
  address: string;
  token: string;
  metrics: Metrics;
}): Holdings & { close: () => void } => {
  const prediction = connectGrpc<PredictionAccountsServiceDefinition>({
    ...connection,
    file: "prediction/v1/prediction_accounts.proto",
    name: "prediction.v1.PredictionAccountsService",
    caller: "identity",
  });
  return {
    exportUser: async (userId) => {
      let all: Record<string, unknown> = {};
      let cursor = "";
      do {
        const page = await prediction.ExportUser({ userId, cursor }, slowCall);
        all = join(all, readObject(page.json));
        cursor = page.nextCursor;
      } while (cursor !== "");
      return all;
    },
    eraseUser: async (userId) => (await prediction.EraseUser({ userId }, slowCall)).done,
    close: prediction.close,
  };
};
