import { AppError } from "@orbline/kit/errors";
import { grpcService } from "@orbline/kit/grpc/handler";
import { parseInput } from "@orbline/kit/input";
import type { AuditServiceDefinition } from "@orbline/proto/gen/admin/v1/AuditService";
import { z } from "zod";
import type { AdminDeps } from "../use-cases/ports.ts";

const noteSchema = z.object({
  actorId: z.string().min(1).max(64),
  action: z.enum(["sign-in", "read-table", "block-user", "unblock-user", "end-sessions"]),
  targetKind: z.enum(["user", "list"]),
  targetId: z.string().min(1).max(64),
});

/** Takes reports of what admins do in other services. Prediction may report readings of its tables only. */
export function auditServer({ auditLog, clock }: Pick<AdminDeps, "auditLog" | "clock">) {
  return grpcService<AuditServiceDefinition>({
    file: "admin/v1/audit.proto",
    name: "admin.v1.AuditService",
    allow: { NoteAction: ["identity", "prediction"] },
    handlers: {
      NoteAction: async (request, { caller }) => {
        const { actorId, action, targetKind: kind, targetId: id } = parseInput(noteSchema, request);
        if (caller === "prediction" && action !== "read-table")
          throw new AppError("forbidden", "audit.forbidden", `${caller} may not report ${action}.`);
        await auditLog.note({ at: clock.now(), actorId, action, target: { kind, id } });
        return {};
      },
    },
  });
}
