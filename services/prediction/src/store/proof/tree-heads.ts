import type { KeyObject } from "node:crypto";
import type { AggregateFields } from "@orbline/kit/mongo/aggregate";
import { insertOnce } from "@orbline/kit/mongo/connection";
import type { Connection } from "mongoose";
import { keyIdOf, publicKeyBytes, type SignedTreeHead } from "../../proof/tree-head.ts";
import type { TreeHeads } from "../../use-cases/ports.ts";

/** A head as the relay publishes it. The id is its number with leading zeros, so that ids sort as numbers. */
export type TreeHeadDocument = AggregateFields & {
  size: number;
  /** Hex. */
  rootHash: string;
  timestamp: Date;
  keyId: string;
  /** Base64. */
  signature: string;
};

type KeyDocument = { _id: string; publicKey: string; firstUsedAt: Date };

export const treeHeadCollection = (connection: Connection) =>
  connection.collection<TreeHeadDocument>("tree_heads");

/** @param onAdded is called with the id of each stored head, so that the relay publishes it at once */
export function mongoTreeHeads(connection: Connection, onAdded: (id: string) => void): TreeHeads {
  const heads = treeHeadCollection(connection);
  const keys = connection.collection<KeyDocument>("record_keys");
  return {
    newest: async () => {
      const found = await heads.findOne({}, { sort: { _id: -1 } });
      return found ? toHead(found) : undefined;
    },
    firstWith: async (leafNumber) => {
      const covering = { size: { $gt: leafNumber } };
      const found = await heads.findOne(covering, { sort: { size: 1, _id: 1 } });
      return found ? toHead(found) : undefined;
    },
    add: async (head) => {
      const document = toDocument(head);
      const isNew = await insertOnce(heads.insertOne(document));
      if (isNew) onAdded(document._id);
      return isNew;
    },
    list: async (from, limit) => {
      const options = { sort: { _id: 1 }, limit } as const;
      return (await heads.find({ _id: { $gte: idOf(from) } }, options).toArray()).map(toHead);
    },
    keys: async () =>
      (await keys.find({}, { sort: { _id: 1 } }).toArray()).map(({ _id, publicKey }) => ({
        id: _id,
        publicKey: Buffer.from(publicKey, "base64"),
      })),
  };
}

/** Keeps the public half of a signing key for good, before its first head; returns its id. */
export async function storePublicKey(connection: Connection, key: KeyObject): Promise<string> {
  const publicKey = publicKeyBytes(key);
  const document = {
    _id: keyIdOf(publicKey),
    publicKey: publicKey.toString("base64"),
    firstUsedAt: new Date(),
  };
  await insertOnce(connection.collection<KeyDocument>("record_keys").insertOne(document));
  return document._id;
}

export function toHead({ _id, ...fields }: TreeHeadDocument): SignedTreeHead {
  const { size, rootHash, timestamp, keyId, signature } = fields;
  return {
    number: Number(_id),
    size,
    rootHash: Buffer.from(rootHash, "hex"),
    timestamp,
    keyId,
    signature: Buffer.from(signature, "base64"),
  };
}

function toDocument(head: SignedTreeHead): TreeHeadDocument {
  return {
    _id: idOf(head.number),
    version: 1,
    pending: 1,
    pendingAt: new Date(),
    eventType: "tree_head.published",
    size: head.size,
    rootHash: head.rootHash.toString("hex"),
    timestamp: head.timestamp,
    keyId: head.keyId,
    signature: head.signature.toString("base64"),
  };
}

const idOf = (number: number) => String(number).padStart(12, "0");
