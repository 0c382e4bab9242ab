import { userDataServer } from "@orbline/kit/grpc/user-data";
import { parseInput } from "@orbline/kit/input";
import { z } from "zod";
import { exportUser } from "../use-cases/export-user.ts";
import type { AdminDeps } from "../use-cases/ports.ts";

const cursorSchema = z.coerce.number().int().positive().optional();

/** Admin's data about one user. Admin erases it on the user's published deletion, not by a call. */
export function adminUserDataServer(deps: AdminDeps) {
  return userDataServer({
    exportUser: async (userId, cursor) => {
      const { lists, next } = await exportUser(deps, userId, parseInput(cursorSchema, cursor));
      return { lists, nextCursor: next?.toString() };
    },
  });
}
