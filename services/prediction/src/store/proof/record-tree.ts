import { AppError } from "@orbline/kit/errors";
import { createMerkleTree } from "../../proof/merkle.ts";
import type { Leaves, RecordTree } from "../../use-cases/ports.ts";

const batchSize = 10_000;

/** Keeps the tree over all leaves in memory. It starts empty; `catchUp` reads the leaves. */
export function createRecordTree(leaves: Pick<Leaves, "hashesFrom">): RecordTree {
  const tree = createMerkleTree();
  let running: Promise<void> | undefined;

  async function read(): Promise<void> {
    for (;;) {
      const batch = await leaves.hashesFrom(tree.size(), batchSize);
      for (const { number, hash } of batch) {
        if (number !== tree.size())
          throw new AppError("internal", "record_log.gap", `leaf ${tree.size()} is missing`);
        tree.append(hash);
      }
      if (batch.length < batchSize) return;
    }
  }

  return {
    ...tree,
    catchUp: () => {
      running ??= read().finally(() => {
        running = undefined;
      });
      return running;
    },
  };
}
