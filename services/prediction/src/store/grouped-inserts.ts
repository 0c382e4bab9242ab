import { isDuplicateKey } from "@orbline/kit/mongo/connection";
import mongoose from "mongoose";

type Waiting<T> = {
  document: T;
  resolve: (isNew: boolean) => void;
  reject: (error: unknown) => void;
};

/** Documents in one command. */
const maxDocuments = 50;

/**
 * Groups insertions: documents that arrive while a command is running share the next one, because a command costs
 * more than a document. Each insertion resolves once it is durable, with false when its key is taken.
 * @param insertMany inserts documents in any order and rejects as the driver does
 */
export function groupedInserts<T>(
  insertMany: (documents: T[]) => Promise<unknown>,
): (document: T) => Promise<boolean> {
  const waiting: Waiting<T>[] = [];
  let isRunning = false;

  async function run() {
    isRunning = true;
    while (waiting.length > 0) {
      const group = waiting.splice(0, maxDocuments);
      try {
        await insertGroup(insertMany, group);
      } catch (error) {
        for (const { reject } of [...group, ...waiting.splice(0)]) reject(error);
      }
    }
    isRunning = false;
  }

  return (document) =>
    new Promise((resolve, reject) => {
      waiting.push({ document, resolve, reject });
      if (!isRunning) void run();
    });
}

async function insertGroup<T>(
  insertMany: (documents: T[]) => Promise<unknown>,
  group: readonly Waiting<T>[],
): Promise<void> {
  const refusals = await insertMany(group.map(({ document }) => document)).then(
    () => new Map<number, Error>(),
    refusalsOf,
  );
  group.forEach(({ resolve, reject }, index) => {
    const refusal = refusals.get(index);
    if (refusal && !isDuplicateKey(refusal)) reject(refusal);
    else resolve(refusal === undefined);
  });
}

/** The refusals of single documents by index. @throws the error when the whole command may have failed */
function refusalsOf(error: unknown): Map<number, Error> {
  if (!(error instanceof mongoose.mongo.MongoBulkWriteError)) throw error;
  if (error.result.getWriteConcernError()) throw error;
  return new Map(
    error.result
      .getWriteErrors()
      .map(({ index, code, errmsg }) => [index, Object.assign(new Error(errmsg), { code })]),
  );
}
