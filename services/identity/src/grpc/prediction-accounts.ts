import { connectGrpc } from "@orbline/kit/grpc/client";
import type { Metrics } from "@orbline/kit/observability/metrics";
import type { PredictionAccountsServiceDefinition } from "@orbline/proto/gen/prediction/v1/PredictionAccountsService";
import type { Holdings } from "../use-cases/ports.ts";
import { readPages, slowCall } from "./other-service.ts";

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
    exportUser: (userId) =>
      readPages((cursor) => prediction.ExportUser({ userId, cursor }, slowCall)),
    eraseUser: async (userId) => (await prediction.EraseUser({ userId }, slowCall)).done,
    close: prediction.close,
  };
};
