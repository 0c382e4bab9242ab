import type { Permission } from "./client.ts";

// The codes of Kafka's protocol, in ResourceType, AclOperation, PatternType and AclPermissionType of its Java client.
const resourceTypes = { topic: 2, group: 3 } as const;
const operations = { read: 3, write: 4, create: 5, describe: 8 } as const;
const literalName = 3;
const allow = 3;

/** A permission as libraries send it to the broker: for the exact name, from every host. */
export function toAcl({ user, resource, name, operation }: Permission) {
  return {
    resourceType: resourceTypes[resource],
    resourceName: name,
    resourcePatternType: literalName,
    principal: `User:${user}`,
    host: "*",
    operation: operations[operation],
    permissionType: allow,
  } as const;
}
