import { grpcService } from "@orbline/kit/grpc/handler";
import { parseInput } from "@orbline/kit/input";
import type { PredictionAccountsServiceDefinition } from "@orbline/proto/gen/prediction/v1/PredictionAccountsService";
import { z } from "zod";
import type { UserData } from "../use-cases/ports.ts";

const userSchema = z.object({ userId: z.string().min(1) });
const pageSchema = userSchema.extend({ cursor: z.string().max(300) });

/** Serves a user's own data for identity's export and deletion. */
export function accountsServer(userData: UserData) {
  return grpcService<PredictionAccountsServiceDefinition>({
    file: "prediction/v1/prediction_accounts.proto",
    name: "prediction.v1.PredictionAccountsService",
    allow: { ExportUser: ["identity"], EraseUser: ["identity"] },
    handlers: {
      ExportUser: async (request) => {
        const { userId, cursor } = parseInput(pageSchema, request);
        const { lists, nextCursor = "" } = await userData.page(userId, cursor || undefined);
        return { json: JSON.stringify(lists), nextCursor };
      },
      EraseUser: async (request) => {
        const { userId } = parseInput(userSchema, request);
        // Writes and counts during this call are deleted by the next one.
        return { done: (await userData.erase(userId)) === 0 };
      },
    },
  });
}
