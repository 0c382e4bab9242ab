// Measures the record log over many leaves, in a database of its own: MONGO_URL=… npm run record:measure -- --leaves 100000
import { createHash, generateKeyPairSync } from "node:crypto";
import { parseArgs } from "node:util";
import { systemClock } from "@orbline/kit/clock";
import { connectMongo } from "@orbline/kit/mongo/connection";
import { migrate } from "@orbline/kit/mongo/migrations";
import { createLogger } from "@orbline/kit/observability/logger";
import { mongoLeaves } from "../../store/proof/leaves.ts";
import { createRecordTree } from "../../store/proof/record-tree.ts";
import { mongoTreeHeads, storePublicKey } from "../../store/proof/tree-heads.ts";
import { migrations } from "../../store/migrations.ts";
import { extendRecordLog } from "../../use-cases/extend-record-log.ts";

const batchSize = 5_000;
const proofs = 1_000;

const { values } = parseArgs({ options: { leaves: { type: "string", default: "100000" } } });
const count = Number(values.leaves);
const url = new URL(process.env["MONGO_URL"] ?? "mongodb://127.0.0.1:27117");
url.pathname = "/orbline_record_measure";
const logger = createLogger({ service: "record-measure", level: "warn" });
const connection = await connectMongo({ url: url.href, logger });
try {
  await connection.dropDatabase();
  await migrate(connection, migrations);
  await fill();
  await measure();
} finally {
  await connection.dropDatabase();
  await connection.close();
}

/** Stores leaves with made-up hashes; how a leaf came into being does not change the cost of the tree. */
async function fill(): Promise<void> {
  const leaves = connection.collection<{ _id: number; hash: string }>("leaves");
  for (let from = 0; from < count; from += batchSize)
    await leaves.insertMany(
      Array.from({ length: Math.min(batchSize, count - from) }, (_, index) => ({
        _id: from + index,
        hash: createHash("sha256")
          .update(String(from + index))
          .digest("hex"),
      })),
    );
}

async function measure(): Promise<void> {
  const leaves = mongoLeaves(connection, { reportUnreadable: () => undefined });
  const heads = mongoTreeHeads(connection, () => undefined);
  const { privateKey: key } = generateKeyPairSync("ed25519");
  const signer = { key, keyId: await storePublicKey(connection, key) };
  const tree = createRecordTree(leaves);
  print("rebuild of the tree at start", [await timed(tree.catchUp)]);
  const clock = { now: systemClock.now };
  await extendRecordLog({ leaves, heads, tree, clock, signer });
  // A minute later and one leaf larger, the next head first checks the root of the one before.
  const later = { now: () => new Date(Date.now() + 60_000) };
  const next = createHash("sha256").update("next").digest("hex");
  await connection
    .collection<{ _id: number }>("leaves")
    .insertOne({ _id: count, hash: next } as never);
  const extend = () => extendRecordLog({ leaves, heads, tree, clock: later, signer });
  print("new head, with its leaf", [await timed(extend)]);
  const times: number[] = [];
  for (let done = 0; done < proofs; done += 1) {
    const number = Math.floor(Math.random() * count);
    times.push(
      await timed(async () => {
        const head = await heads.firstWith(number);
        if (head) tree.inclusionProof(number, head.size);
      }),
    );
  }
  print("proof, with reading its head", times);
}

async function timed(job: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await job();
  return performance.now() - startedAt;
}

function print(name: string, times: readonly number[]): void {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => (sorted[Math.ceil(share * sorted.length) - 1] ?? 0).toFixed(2);
  const figures =
    times.length === 1
      ? `${at(1)} ms`
      : `median ${at(0.5)} ms, p99 ${at(0.99)} ms, most ${at(1)} ms`;
  process.stdout.write(`${name}, ${count.toLocaleString("en-US")} leaves: ${figures}\n`);
}
