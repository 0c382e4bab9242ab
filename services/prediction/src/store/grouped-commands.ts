import { setImmediate as endOfTurn } from "node:timers/promises";
import { isDuplicateKey } from "@orbline/kit/mongo/connection";
import mongoose, { type mongo } from "mongoose";

type Waiting<Input, Result> = {
  input: Input;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
};

/** Calls in one command. */
const maxCalls = 50;

/**
 * Groups insertions: documents that arrive in the same turn of the event loop, or while a command is running, share the
 * next one, because a command costs more than a document. Each insertion resolves once it is durable, with false when
 * its key is taken.
 * @param insertMany inserts documents in any order and rejects as the driver does
 */
export function groupedInserts<T>(
  insertMany: (documents: T[]) => Promise<unknown>,
): (document: T) => Promise<boolean> {
  return grouped(async (documents) => {
    const refusals = await insertMany(documents).then(() => new Map<number, Error>(), refusalsOf);
    return documents.map((_, index) => {
      const refusal = refusals.get(index);
      return refusal && !isDuplicateKey(refusal) ? refusal : refusal === undefined;
    });
  });
}

/** Groups reads by id in the same way. Each read begins after its call, so it sees what was stored before. */
export function groupedReads<T extends { _id: string }>(
  collection: Pick<mongo.Collection<{ _id: string }>, "find">,
): (id: string) => Promise<T | undefined> {
  return grouped(async (ids) => {
    const found = await collection.find<T>({ _id: { $in: ids } }).toArray();
    const byId = new Map(found.map((document) => [document._id, document]));
    return ids.map((id) => byId.get(id));
  });
}

/**
 * Groups calls in the same way.
 * @param execute returns a result for each input, in order; an error rejects its call alone
 */
export function grouped<Input, Result>(
  execute: (inputs: Input[]) => Promise<(Result | Error)[]>,
): (input: Input) => Promise<Result> {
  const waiting: Waiting<Input, Result>[] = [];
  let isRunning = false;

  async function run() {
    isRunning = true;
    await endOfTurn();
    while (waiting.length > 0) {
      const group = waiting.splice(0, maxCalls);
      try {
        const results = await execute(group.map(({ input }) => input));
        group.forEach(({ resolve, reject }, index) => {
          const result = results[index];
          if (result instanceof Error) reject(result);
          else resolve(result as Result);
        });
      } catch (error) {
        for (const { reject } of [...group, ...waiting.splice(0)]) reject(error);
      }
    }
    isRunning = false;
  }

  return (input) =>
    new Promise((resolve, reject) => {
      waiting.push({ input, resolve, reject });
      if (!isRunning) void run();
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
