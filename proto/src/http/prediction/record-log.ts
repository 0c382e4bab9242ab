import { z } from "zod";
import { slateKinds } from "../../constants/predictions.ts";
import { timeSchema } from "../time.ts";
import { outcomeSchema, riskLevelSchema, sportSchema } from "./fields.ts";

const hashSchema = z.string().regex(/^[0-9a-f]{64}$/);
const numberSchema = z.number().int().nonnegative();

/** A signed tree head (RFC 6962) over the leaves 0 to `size` − 1. */
const treeHeadSchema = z.object({
  /** Place among all heads, from 0 without a gap. */
  number: numberSchema,
  size: numberSchema,
  rootHash: hashSchema,
  timestamp: timeSchema,
  /** SHA-256 of the public key's DER form. */
  keyId: hashSchema,
  /** Ed25519, base64, over the 50 bytes of TreeHeadSignature. */
  signature: z.base64(),
});
export type TreeHeadAnswer = z.infer<typeof treeHeadSchema>;

/** Public keys that have signed heads: base64 of the DER form (SubjectPublicKeyInfo). */
const publicKeysSchema = z.array(z.object({ id: hashSchema, publicKey: z.base64() }));

const fromSchema = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

/** Lists from a number on. Without a number the heads are the newest ones. */
export const treeHeadsQuerySchema = z.strictObject({ from: fromSchema.optional() });
export const leavesQuerySchema = z.strictObject({ from: fromSchema.default(0) });

/** Heads and leaves in one response. */
export const recordLogPageSize = 500;
export const newestHeads = 20;

export const treeHeadsSchema = z.object({
  keys: publicKeysSchema,
  /** By number. */
  heads: z.array(treeHeadSchema),
});
export type TreeHeadsResponse = z.infer<typeof treeHeadsSchema>;

export const consistencyQuerySchema = z.strictObject({ from: fromSchema, to: fromSchema });

/** Proof that the tree of size `to` begins with the tree of size `from`. */
export const consistencySchema = z.object({ proof: z.array(hashSchema) });

const resultFields = {
  outcome: outcomeSchema,
  legOutcomes: z.array(outcomeSchema),
  settledAt: timeSchema.nullable(),
};

const leafSchema = z.object({
  number: numberSchema,
  hash: hashSchema,
  /**
   * `hidden` until every game of the prediction has started; `erased` after its account was deleted; `missing` when
   * the database has no such prediction, which no deletion explains.
   */
  state: z.enum(["hidden", "disclosed", "erased", "missing"]),
  /** What a disclosed leaf commits to, and how it ended. */
  disclosed: z
    .object({
      /** The hashed bytes: canonical JSON with the salt. */
      text: z.string(),
      ...resultFields,
      favoriteOutcomes: z.array(outcomeSchema),
      closingProbabilities: z.array(z.number().nullable()),
    })
    .nullable(),
});
export type LeafAnswer = z.infer<typeof leafSchema>;

export const leavesSchema = z.object({ leaves: z.array(leafSchema) });
export type LeavesResponse = z.infer<typeof leavesSchema>;

/** A shared prediction with its proof. */
export const receiptSchema = z.object({
  slug: z.string(),
  /** Null for about a second after the prediction was made. */
  leaf: z.object({ number: numberSchema, hash: hashSchema, text: z.string() }).nullable(),
  /** Null until a head covers the leaf, which takes less than a minute. */
  proof: z
    .object({ head: treeHeadSchema, publicKey: z.base64(), path: z.array(hashSchema) })
    .nullable(),
  ...resultFields,
});
export type Receipt = z.infer<typeof receiptSchema>;

/** Plain text about a shared prediction, without its stake. */
export const receiptPreviewSchema = z.object({ title: z.string(), description: z.string() });
export type ReceiptPreview = z.infer<typeof receiptPreviewSchema>;

export const receiptParamsSchema = z.strictObject({ slug: z.string().regex(/^[\w-]{22}$/) });

export const shareSchema = z.object({ slug: z.string() });

/** A leg of a leaf's text. */
const leafLegSchema = z.object({
  gameId: z.string(),
  game: z.string(),
  betOn: z.string(),
  opponent: z.string(),
  betType: z.string(),
  wager: z.discriminatedUnion("market", [
    z.object({ market: z.literal("moneyline"), side: z.enum(["home", "away", "draw"]) }),
    z.object({ market: z.literal("spread"), side: z.enum(["home", "away"]), line: z.number() }),
  ]),
  odds: z.number(),
  book: z.string(),
  startsAt: timeSchema,
  endsAt: timeSchema,
  modelProbability: z.number(),
  marketProbability: z.number(),
  probability: z.number(),
  favorite: z.object({ side: z.enum(["home", "away", "draw"]), odds: z.number() }).optional(),
});

/** The parsed text of a leaf. */
export const leafTextSchema = z.object({
  v: z.literal(1),
  salt: z.string(),
  id: z.string(),
  createdAt: timeSchema,
  sport: sportSchema,
  riskLevel: riskLevelSchema,
  slate: z.object({ kind: z.enum(slateKinds), label: z.string() }),
  modelVersion: z.string(),
  odds: z.number(),
  probability: z.number(),
  legs: z.array(leafLegSchema).min(1),
});
export type LeafText = z.infer<typeof leafTextSchema>;
