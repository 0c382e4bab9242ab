import { createHash, randomBytes } from "node:crypto";
import type { IdentityContext } from "../config.ts";
import type { Link, LinkPurpose } from "../domain/link.ts";
import type { Links } from "../use-cases/ports.ts";

/** `_id` is the SHA-256 of the secret, so that a reader of the database cannot use a link. */
type LinkDocument = Link & { _id: string; expiresAt: Date };

/** Emailed links in MongoDB. */
export function mongoLinks({
  connection,
  clock,
}: Pick<IdentityContext, "connection" | "clock">): Links {
  const collection = connection.collection<LinkDocument>("links");
  const findValid = async (purpose: LinkPurpose, secret: string) => {
    const _id = digest(secret);
    const document = await collection.findOne({ _id });
    const isValid = document?.purpose === purpose && document.expiresAt > clock.now();
    return isValid ? document : undefined;
  };
  return {
    create: async (link, lifeMs) => {
      const secret = randomBytes(32).toString("base64url");
      const expiresAt = new Date(clock.now().getTime() + lifeMs);
      await collection.insertOne({ _id: digest(secret), ...link, expiresAt });
      return secret;
    },
    find: async (purpose, secret) => {
      const document = await findValid(purpose, secret);
      if (!document) return undefined;
      const { _id, expiresAt: _expiresAt, ...link } = document;
      return link;
    },
    use: async (purpose, secret) => {
      const document = await findValid(purpose, secret);
      if (!document) return false;
      return (await collection.deleteOne({ _id: document._id })).deletedCount > 0;
    },
    revokeAll: async (userId, purpose) => {
      await collection.deleteMany(purpose ? { userId, purpose } : { userId });
    },
    revokeClaims: async ({ userId, checkoutId }) => {
      await collection.deleteMany({ userId, checkoutId, purpose: "claim" });
    },
    revokeInvitations: async (email) => {
      await collection.deleteMany({ email, purpose: "convert-waitlist" });
    },
    forgetExpired: async () => {
      await collection.deleteMany({ expiresAt: { $lte: clock.now() } });
    },
  };
}

function digest(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}
