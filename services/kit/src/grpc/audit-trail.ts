import type { AuditServiceDefinition } from "@orbline/proto/gen/admin/v1/AuditService";
import type { AdminAction } from "@orbline/proto/http/admin/audit";
import type { ServiceConfig } from "../config.ts";
import type { ServiceContext } from "../service-context.ts";
import { serviceClient } from "./client.ts";

/** The audit log of admins, owned by admin. */
export type AuditTrail = {
  /** Adds an action of an admin. Never throws. */
  note: (note: {
    actorId: string;
    action: AdminAction;
    target: { kind: "user" | "list"; id: string };
  }) => Promise<void>;
};

/**
 * Reports what admins do in a service to the audit log of admin. While admin does not respond, the action goes on: an
 * outage must not lock admins out, and the log of the service has the action too.
 */
export function connectAuditTrail(
  service: Pick<
    ServiceContext<ServiceConfig & { ADMIN_GRPC: string }>,
    "name" | "config" | "lifecycle" | "metrics" | "logger"
  >,
): AuditTrail {
  const { config, logger } = service;
  const admin = serviceClient<AuditServiceDefinition>(service, {
    file: "admin/v1/audit.proto",
    name: "admin.v1.AuditService",
    address: config.ADMIN_GRPC,
  });
  return {
    note: async ({ actorId, action, target }) => {
      logger.info({ actorId, action, target }, "admin action");
      const { kind: targetKind, id: targetId } = target;
      try {
        await admin.NoteAction({ actorId, action, targetKind, targetId });
      } catch (error) {
        logger.error({ err: error, actorId, action }, "an admin action is not in the audit log");
      }
    },
  };
}
