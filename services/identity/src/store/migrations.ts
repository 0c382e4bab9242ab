import type { Migration } from "@orbline/kit/migrations";

/** Every index of this service; each query of a request path or a sweep has one here. */
const userIndexes = [
  { name: "username", key: { usernameLower: 1 }, unique: true, sparse: true },
  { name: "email", key: { email: 1 }, unique: true, sparse: true },
  { name: "pending", key: { pendingAt: 1 }, sparse: true },
] as const;

/** What brings an empty database to its shape, in order. */
export const migrations: Migration[] = [
  {
    name: "0001-indexes",
    up: async (db) => {
      await db.collection("users").createIndexes(userIndexes.map((index) => ({ ...index })));
    },
  },
];
