import { grpcService } from "@orbline/kit/grpc/handler";
import { parseInput } from "@orbline/kit/input";
import type { AdminAccountsServiceDefinition } from "@orbline/proto/gen/admin/v1/AdminAccountsService";
import { z } from "zod";
import { exportUser } from "../use-cases/export-user.ts";
import type { AdminDeps } from "../use-cases/ports.ts";

const pageSchema = z.object({
  userId: z.string().min(1),
  cursor: z.union([z.literal("").transform(() => undefined), z.coerce.number().int().positive()]),
});

/** A user's own data, for identity's export. */
export function userDataServer(deps: AdminDeps) {
  return grpcService<AdminAccountsServiceDefinition>({
    file: "admin/v1/admin_accounts.proto",
    name: "admin.v1.AdminAccountsService",
    allow: { ExportUser: ["identity"] },
    handlers: {
      ExportUser: async (request) => {
        const { userId, cursor } = parseInput(pageSchema, request);
        const { lists, next } = await exportUser(deps, userId, cursor);
        return { json: JSON.stringify(lists), nextCursor: next === undefined ? "" : String(next) };
      },
    },
  });
}
