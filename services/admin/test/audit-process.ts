import { createLogger } from "@orbline/kit/observability/logger";
import { connectMongo } from "@orbline/kit/mongo/connection";
import { mongoAuditLog } from "../src/store/audit-log.ts";

const [url = "", name = "", key = ""] = process.argv.slice(2);
const logger = createLogger({ service: name, level: "silent" });
const connection = await connectMongo({ url, logger });
const auditLog = mongoAuditLog({ connection, key });

/** Writes its own actions until it is killed, and prints each one that is durable. */
for (let n = 1; ; n += 1) {
  const action = "cancel-subscription" as const;
  const target = { kind: "user" as const, id: `u${n}` };
  const common = { actorId: name, action, target, commandId: `${name}_${n}` };
  const begun = await auditLog.begin({ ...common, at: new Date(), details: {}, before: {} });
  process.stdout.write(`${begun}\n`);
  await auditLog.finish(begun, { at: new Date(), outcome: "done", after: {} });
}
