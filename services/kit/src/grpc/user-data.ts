import type { UserDataServiceDefinition } from "@orbline/proto/gen/user_data/v1/UserDataService";
import { z } from "zod";
import { parseInput } from "../input.ts";
import { grpcService } from "./handler.ts";

export const userDataService = {
  file: "user_data/v1/user_data.proto",
  name: "user_data.v1.UserDataService",
};

/** The data that a service stores about users. */
export type UserData = {
  /** One page of a user's data, as lists by name. Later pages contain only further entries of one of these lists. */
  exportUser: (
    userId: string,
    cursor: string | undefined,
  ) => Promise<{ lists: object; nextCursor?: string | undefined }>;
  /** Erases a user's data. Returns true once nothing is left. A service without it refuses the call. */
  eraseUser?: (userId: string) => Promise<boolean>;
};

const userSchema = z.object({ userId: z.string().min(1) });
const pageSchema = userSchema.extend({ cursor: z.string().max(300) });

/** Serves the data about one user to identity, for export and deletion. */
export function userDataServer({ exportUser, eraseUser }: UserData) {
  return grpcService<UserDataServiceDefinition>({
    ...userDataService,
    allow: { ExportUser: ["identity"], EraseUser: eraseUser ? ["identity"] : [] },
    handlers: {
      ExportUser: async (request) => {
        const { userId, cursor } = parseInput(pageSchema, request);
        const { lists, nextCursor = "" } = await exportUser(userId, cursor || undefined);
        return { json: JSON.stringify(lists), nextCursor };
      },
      EraseUser: async (request) => {
        const { userId } = parseInput(userSchema, request);
        return { done: (await eraseUser?.(userId)) ?? false };
      },
    },
  });
}
