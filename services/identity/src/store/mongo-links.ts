import { createHash, randomBytes } from "node:crypto";
import type { Connection } from "mongoose";
import type { Link, LinkPurpose } from "../domain/mail.ts";
import type { UserId } from "../domain/user.ts";
import type { Clock, Links } from "../use-cases/ports.ts";

/** `_id` is the SHA-256 of the secret: whoever reads the database cannot use a link. */
type LinkDocument = {
  _id: string;
  purpose: LinkPurpose;
  email: string;
  userId?: string;
  checkoutId?: string;
  expiresAt: Date;
};

const digest = (secret: string) => createHash("sha256").update(secret).digest("hex");

const toLink = ({ purpose, email, userId, checkoutId }: LinkDocument): Link => ({
  purpose,
  email,
  ...(userId !== undefined && { userId: userId as UserId }),
  ...(checkoutId !== undefined && { checkoutId }),
});

/** Secrets of mailed links in MongoDB, hashed. */
export const mongoLinks = ({
  connection,
  clock,
}: {
  connection: Connection;
  clock: Clock;
}): Links => {
  const collection = connection.collection<LinkDocument>("links");
  const isGood = (document: LinkDocument | null, purpose: LinkPurpose): document is LinkDocument =>
    document !== null && document.purpose === purpose && document.expiresAt > clock.now();
  return {
    create: async ({ purpose, email, userId, checkoutId }, lifeMs) => {
      const secret = randomBytes(32).toString("base64url");
      await collection.insertOne({
        _id: digest(secret),
        purpose,
        email,
        ...(userId !== undefined && { userId }),
        ...(checkoutId !== undefined && { checkoutId }),
        expiresAt: new Date(clock.now().getTime() + lifeMs),
      });
      return secret;
    },
    find: async (purpose, secret) => {
      const document = await collection.findOne({ _id: digest(secret) });
      return isGood(document, purpose) ? toLink(document) : undefined;
    },
    use: async (purpose, secret) => {
      const _id = digest(secret);
      const document = await collection.findOne({ _id });
      if (!isGood(document, purpose)) return false;
      return (await collection.deleteOne({ _id })).deletedCount > 0;
    },
    revokeAll: async (userId, purpose) => {
      await collection.deleteMany({ userId, ...(purpose && { purpose }) });
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
};
