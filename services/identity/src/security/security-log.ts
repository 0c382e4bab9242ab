import { createHmac, randomBytes, randomUUID } from "node:crypto";
import { clientKey } from "@orbline/kit/client-key";
import { decodeCursor, orderKey, toPage } from "@orbline/kit/http/cursor";
import { userAgentLabel } from "@orbline/kit/http/user-agent";
import { insertOnce } from "@orbline/kit/mongo/connection";
import { securityEventDays } from "@orbline/proto/constants/security";
import type { IdentityContext } from "../config.ts";
import type { UserId } from "../domain/user.ts";
import type { SecurityEvent, SecurityLog, StoredSecurityEvent } from "../use-cases/ports.ts";

/** `order` is the position in lists. */
type SecurityEventDocument = Omit<StoredSecurityEvent, "id"> & { _id: string; order: string };

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/**
 * Security events in the log and in MongoDB. Refusals of one user, action and reason within an hour are one document,
 * so that an attacker cannot fill the database.
 */
export function mongoSecurityLog({
  connection,
  clock,
  logger,
  config,
}: Pick<IdentityContext, "connection" | "clock" | "logger"> & {
  config: { SECURITY_LOG_KEY?: string | undefined };
}): SecurityLog & { drain: () => Promise<void> } {
  const events = connection.collection<SecurityEventDocument>("security_events");
  const networkOf = networkHash(config.SECURITY_LOG_KEY ?? randomBytes(32).toString("hex"));
  const store = async (userId: UserId, event: SecurityEvent, network: string | undefined) => {
    const { action, outcome, reason, client } = event;
    const at = clock.now();
    const device = userAgentLabel(client.userAgent);
    const hour = Math.floor(at.getTime() / hourMs);
    const _id = outcome === "ok" ? randomUUID() : [userId, action, reason, hour].join(":");
    const order = orderKey(at, _id);
    const fields = { userId, action, outcome, ...(reason && { reason }), device, at, lastAt: at };
    const latest = { device, lastAt: at, ...(network && { network }) };
    if (await insertOnce(events.insertOne({ _id, ...fields, ...latest, count: 1, order }))) return;
    await events.updateOne({ _id }, { $set: latest, $inc: { count: 1 } });
  };
  const stores = new Set<Promise<void>>();
  return {
    record: (event) => {
      const { client, userId, ...line } = event;
      const network = client.ip === undefined ? undefined : networkOf(client.ip, clock.now());
      logger.info({ ...line, userId, network }, "security");
      if (userId === undefined) return;
      const stored: Promise<void> = store(userId, event, network)
        .catch((error: unknown) => {
          logger.warn({ err: error }, "failed to store a security event");
        })
        .finally(() => stores.delete(stored));
      stores.add(stored);
    },
    /** Waits for the events in progress, before a process ends. */
    drain: async () => {
      await Promise.all(stores);
    },
    list: async ({ userId, action, outcome, limit, cursor }) => {
      const before = decodeCursor(cursor);
      const filter = {
        ...(userId && { userId }),
        ...(action && { action }),
        ...(outcome && { outcome }),
        ...(before !== undefined && { order: { $lt: before } }),
      };
      const range = { sort: { order: -1 }, limit: limit + 1 } as const;
      const page = toPage(await events.find(filter, range).toArray(), limit, ({ order }) => order);
      return { ...page, rows: page.rows.map(toEvent) };
    },
    removeOf: async (userId) => {
      await events.deleteMany({ userId });
    },
    forgetOld: async () => {
      const oldest = new Date(clock.now().getTime() - securityEventDays * dayMs);
      await events.deleteMany({ order: { $lt: orderKey(oldest, "") } });
    },
  };
}

/** A keyed hash of the client's network. Its key changes every day, so that nobody can follow an address for longer. */
export function networkHash(secret: string) {
  return (ip: string, now: Date): string => {
    const dayKey = hmac(secret, now.toISOString().slice(0, 10)).digest();
    return hmac(dayKey, clientKey(ip)).digest("base64url").slice(0, 16);
  };
}

function hmac(key: string | Buffer, text: string) {
  return createHmac("sha256", key).update(text);
}

function toEvent({ _id: id, order: _order, ...event }: SecurityEventDocument): StoredSecurityEvent {
  return { id, ...event };
}
