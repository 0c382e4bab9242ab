import { serviceClient } from "@orbline/kit/grpc/client";
import type { AuditServiceDefinition } from "@orbline/proto/gen/admin/v1/AuditService";
import type { IdentityContext } from "../config.ts";
import type { AuditTrail } from "../use-cases/ports.ts";

/**
 * Reports what admins do here to the audit log of admin. While admin does not respond, the action goes on: an outage must
 * not lock admins out, and the log of this service has the action too.
 */
export function connectAuditTrail(service: IdentityContext): AuditTrail {
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
