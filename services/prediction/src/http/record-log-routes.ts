import { boundedQueue } from "@orbline/kit/bounded-queue";
import { shareLoads } from "@orbline/kit/cache";
import { AppError } from "@orbline/kit/errors";
import { userOf } from "@orbline/kit/http/app";
import { parseBody, parseParams, parseQuery } from "@orbline/kit/http/parse";
import { emptySchema } from "@orbline/proto/http/fields";
import { predictionParamsSchema } from "@orbline/proto/http/prediction/prediction";
import {
  consistencyQuerySchema,
  leavesQuerySchema,
  newestHeads,
  receiptParamsSchema,
  type LeafAnswer,
  type LeavesResponse,
  type Receipt,
  type ReceiptPreview,
  recordLogPageSize,
  type TreeHeadAnswer,
  treeHeadsQuerySchema,
  type TreeHeadsResponse,
} from "@orbline/proto/http/prediction/record-log";
import type { Router } from "express";
import { hourMs } from "../domain/dates.ts";
import { previewOf } from "../domain/pick-words.ts";
import { type PredictionSummary, unknownPrediction } from "../domain/prediction.ts";
import { leafText } from "../proof/leaf.ts";
import type { SignedTreeHead } from "../proof/tree-head.ts";
import type { Leaf, Leaves, RecordTree, Shares, Slates, TreeHeads } from "../use-cases/ports.ts";

/** An image is drawn again after an hour, and when its prediction is settled. */
const imageCache = { max: 200, ttlMs: hourMs };

/** Images and pages of leaves cost far more than other responses, so one is made at a time, and the others keep their speed. */
const costly = {
  maxRunning: 1,
  maxWaiting: 16,
  busy: { code: "record.busy", message: "The record is very busy. Please try again in a moment." },
};

/** Leaves that are read at once. Between two reads the process serves other requests. */
const leavesAtOnce = 50;

type RecordLogDeps = {
  leaves: Pick<Leaves, "list" | "findOf">;
  heads: Pick<TreeHeads, "newest" | "firstWith" | "list" | "keys">;
  tree: RecordTree;
  shares: Shares;
  slates: Pick<Slates, "now">;
  /** Draws a prediction as a PNG. */
  renderImage: (prediction: PredictionSummary) => Promise<Buffer>;
};

/** Shares and receipts of single predictions, and the public record log: heads, leaves and proofs. */
export function addRecordLogRoutes(router: Router, deps: RecordLogDeps): void {
  const { heads, tree, shares, renderImage } = deps;
  const images = shareLoads(imageCache);
  const queue = boundedQueue(costly);

  router.post("/api/predictions/:id/share", async (request, response) => {
    const { id } = parseParams(predictionParamsSchema, request);
    parseBody(emptySchema, request);
    const slug = await shares.share(userOf(response).userId, id);
    if (slug === undefined) throw unknownPrediction();
    response.json({ slug });
  });

  router.delete("/api/predictions/:id/share", async (request, response) => {
    const { id } = parseParams(predictionParamsSchema, request);
    await shares.unshare(userOf(response).userId, id);
    response.status(204).end();
  });

  router.get("/api/receipts/:slug", async (request, response) => {
    const { slug } = parseParams(receiptParamsSchema, request);
    const prediction = await findShared(shares, slug);
    response.json(await toReceipt(deps, slug, prediction));
  });

  router.get("/api/receipts/:slug/preview", async (request, response) => {
    const { slug } = parseParams(receiptParamsSchema, request);
    const preview: ReceiptPreview = previewOf(await findShared(shares, slug));
    response.json(preview);
  });

  router.get("/api/receipts/:slug/image", async (request, response) => {
    const { slug } = parseParams(receiptParamsSchema, request);
    const prediction = await findShared(shares, slug);
    const key = `${slug} ${prediction.outcome}`;
    const image = await images(key, () => queue(() => renderImage(prediction)));
    response.type("image/png").send(image);
  });

  router.get("/api/record/heads", async (request, response) => {
    const { from } = parseQuery(treeHeadsQuerySchema, request);
    const newest = await heads.newest();
    const first = from ?? Math.max(0, (newest?.number ?? 0) - newestHeads + 1);
    const [keys, listed] = await Promise.all([heads.keys(), heads.list(first, recordLogPageSize)]);
    const answer: TreeHeadsResponse = {
      keys: keys.map(({ id, publicKey }) => ({ id, publicKey: publicKey.toString("base64") })),
      heads: listed.map(toHeadAnswer),
    };
    response.json(answer);
  });

  router.get("/api/record/consistency", async (request, response) => {
    const { from, to } = parseQuery(consistencyQuerySchema, request);
    const newest = await heads.newest();
    if (from > to || to > (newest?.size ?? 0))
      throw new AppError("invalid", "record_log.sizes", "The sizes must be those of two heads.");
    await tree.catchUp();
    response.json({ proof: tree.consistencyProof(from, to).map(toHex) });
  });

  router.get("/api/record/leaves", async (request, response) => {
    const { from } = parseQuery(leavesQuerySchema, request);
    // A client that has left while it waited gets nothing.
    const read = () => (response.destroyed ? Promise.resolve([]) : readPage(deps, from));
    const answer: LeavesResponse = { leaves: await queue(read) };
    response.json(answer);
  });
}

async function readPage({ leaves, slates }: RecordLogDeps, from: number): Promise<LeafAnswer[]> {
  const now = slates.now();
  const page: LeafAnswer[] = [];
  while (page.length < recordLogPageSize) {
    const next = (page.at(-1)?.number ?? from - 1) + 1;
    const read = await leaves.list(next, leavesAtOnce);
    page.push(...read.map((leaf) => toLeafAnswer(leaf, now)));
    if (read.length < leavesAtOnce) break;
  }
  return page;
}

/** The shared prediction of a slug. @throws not-found */
async function findShared(shares: Shares, slug: string): Promise<PredictionSummary> {
  const found = await shares.find(slug);
  if (found) return found;
  throw new AppError("not-found", "receipt.unknown", "There is no shared pick at this address.");
}

async function toReceipt(
  { leaves, heads, tree }: RecordLogDeps,
  slug: string,
  prediction: PredictionSummary,
): Promise<Receipt> {
  const { outcome, legOutcomes } = prediction;
  const settledAt = prediction.settledAt?.toISOString() ?? null;
  const result = { slug, outcome, legOutcomes, settledAt };
  const leaf = await leaves.findOf(prediction.id);
  if (!leaf?.content) return { ...result, leaf: null, proof: null };
  const { number, hash, content } = leaf;
  const text = leafText(content.salt, content.prediction);
  const shown = { ...result, leaf: { number, hash: toHex(hash), text } };
  const head = await heads.firstWith(number);
  if (!head) return { ...shown, proof: null };
  await tree.catchUp();
  const key = (await heads.keys()).find(({ id }) => id === head.keyId);
  return {
    ...shown,
    proof: {
      head: toHeadAnswer(head),
      publicKey: key?.publicKey.toString("base64") ?? "",
      path: tree.inclusionProof(number, head.size).map(toHex),
    },
  };
}

/** Discloses a leaf once every game has started: earlier it would give the prediction away. */
function toLeafAnswer({ number, hash, state, content }: Leaf, now: Date): LeafAnswer {
  const shown = { number, hash: toHex(hash) };
  if (state === "erased") return { ...shown, state, disclosed: null };
  if (!content) return { ...shown, state: "missing", disclosed: null };
  const { prediction, salt } = content;
  if (prediction.legs.some(({ startsAt }) => startsAt > now))
    return { ...shown, state: "hidden", disclosed: null };
  const { outcome, legOutcomes, favoriteOutcomes, closingProbabilities } = prediction;
  const settledAt = prediction.settledAt?.toISOString() ?? null;
  const results = { outcome, legOutcomes, settledAt, favoriteOutcomes, closingProbabilities };
  return {
    ...shown,
    state: "disclosed",
    disclosed: { text: leafText(salt, prediction), ...results },
  };
}

function toHeadAnswer(head: SignedTreeHead): TreeHeadAnswer {
  return {
    number: head.number,
    size: head.size,
    rootHash: toHex(head.rootHash),
    timestamp: head.timestamp.toISOString(),
    keyId: head.keyId,
    signature: head.signature.toString("base64"),
  };
}

const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");
