import { randomUUID } from "node:crypto";
import { decodeCursor } from "@orbline/kit/http/cursor";
import { outcomes, riskLevels, slateKinds, sports } from "@orbline/proto/constants/predictions";
import type { Connection } from "mongoose";
import { z } from "zod";
import { isAmerican } from "../domain/odds.ts";
import {
  factorUnits,
  type Analysis,
  type Leg,
  type Prediction,
  type PredictionSummary,
} from "../domain/prediction.ts";
import type { UnreadablePrediction } from "../use-cases/ports.ts";

const odds = z.number().refine(isAmerican, "no American price");
const outcome = z.enum(outcomes);
const side = z.enum(["home", "away"]);
const sideOrDraw = z.enum(["home", "away", "draw"]);
const probability = z.number().min(0).max(1);

const legSchema = z.object({
  gameId: z.string(),
  game: z.string(),
  betOn: z.string(),
  opponent: z.string(),
  betType: z.string(),
  wager: z.discriminatedUnion("market", [
    z.object({ market: z.literal("moneyline"), side: sideOrDraw }),
    z.object({ market: z.literal("spread"), side, line: z.number() }),
  ]),
  odds,
  startsAt: z.date(),
  endsAt: z.date(),
  book: z.string(),
  modelProbability: probability,
  marketProbability: probability,
  probability,
  edge: z.number(),
  marketOnly: z.boolean().optional(),
  favorite: z.object({ side: sideOrDraw, odds }).optional(),
});

/** A stored prediction as lists, settlement and the track record read it. */
const summarySchema = z.object({
  _id: z.string(),
  userId: z.string(),
  createdAt: z.date(),
  sport: z.enum(sports),
  riskLevel: z.enum(riskLevels),
  stake: z.number().nonnegative(),
  requestCount: z.number(),
  modelVersion: z.string(),
  slate: z.object({
    kind: z.enum(slateKinds),
    label: z.string(),
    snapshotId: z.string(),
    pricedAt: z.date(),
  }),
  legs: z.array(legSchema).min(1),
  odds,
  probability,
  breakEven: probability,
  edge: z.number(),
  range: z.object({ from: z.number(), to: z.number() }),
  band: z.object({ from: z.number(), to: z.number(), n: z.number(), won: z.number() }),
  outcome,
  returned: z.number(),
  profit: z.number(),
  settledAt: z.date().optional(),
  legOutcomes: z.array(outcome),
  favoriteOutcomes: z.array(outcome),
  closingProbabilities: z.array(z.number().nullable()),
  isUnread: z.literal(true).optional(),
  bet: z
    .object({
      stake: z.number(),
      odds,
      book: z.string(),
      recordedAt: z.date(),
      isLate: z.boolean(),
    })
    .optional(),
});

const analysisFields = {
  reasoning: z.string(),
  factors: z.array(z.object({ name: z.string(), value: z.number(), unit: z.enum(factorUnits) })),
};
const forcesSchema = z.object({
  unit: z.enum(["rating", "points"]),
  bars: z.array(z.object({ name: z.string(), value: z.number() })),
  model: z.number(),
  market: z.number(),
  estimate: z.number(),
});
const predictionSchema = summarySchema.extend({
  ...analysisFields,
  summary: z.array(z.string()).optional(),
  legs: z.array(legSchema.extend({ ...analysisFields, forces: forcesSchema.optional() })).min(1),
});

/** A stored prediction with the fields for this service's own work. */
export type PredictionDocument = z.infer<typeof summarySchema> & {
  /** Id of its analysis; documents of earlier versions contain it. */
  analysisId?: string;
  /** When results are looked for next, on the slate's clock; unset once no leg is open. */
  dueAt?: Date;
  /** The counts that a settled prediction must still be added to: a user's profile, a performance cell. */
  toProfile?: string;
  toPerformance?: string;
  /** The user who still has to get an email about the settlement. */
  toEmail?: string;
  /** When that email is due, if a time-out delays it. */
  emailAt?: Date;
  /** The user, while a bet is recorded. */
  betBy?: string;
  /** Set until the record log has a leaf of the prediction: the time of creation, by which leaves are ordered. */
  toLeaf?: Date;
  /** The unguessable end of the public address, once the user has shared the prediction. */
  share?: { slug: string; sharedAt: Date };
};

/**
 * The analysis of a pick, stored before the first prediction of it and never changed. It is four fifths of the bytes, which
 * only the page of a prediction needs. It is about games and prices, so the predictions of all users of a pick share it.
 * Earlier versions stored one for each prediction.
 */
export type AnalysisDocument = Pick<Prediction, "summary" | keyof Analysis> & {
  _id: string;
  /** The user of the prediction, in analyses of earlier versions. */
  userId?: string;
  legs: Pick<Leg, "forces" | keyof Analysis>[];
};

export const predictionCollection = (connection: Connection) =>
  connection.collection<PredictionDocument>("predictions");

export const analysisCollection = (connection: Connection) =>
  connection.collection<AnalysisDocument>("analyses");

export const newestFirst = { createdAt: -1, _id: -1 } as const;

/** A new prediction as it is stored, without its analysis. */
export function toDocument(
  { id, reasoning: _text, factors: _factors, summary: _summary, legs, ...fields }: Prediction,
  analysisId: string,
): PredictionDocument {
  return {
    ...fields,
    _id: id,
    legs: legs.map(({ reasoning: _t, factors: _f, forces: _forces, ...leg }) => leg),
    analysisId,
    dueAt: new Date(Math.min(...legs.map(({ endsAt }) => endsAt.getTime()))),
    toLeaf: fields.createdAt,
  };
}

/** The analysis of a new prediction as it is stored, with an id of its own. */
export function toAnalysis({ summary, reasoning, factors, legs }: Prediction): AnalysisDocument {
  return {
    _id: randomUUID(),
    summary,
    reasoning,
    factors,
    legs: legs.map((leg) => ({
      reasoning: leg.reasoning,
      factors: leg.factors,
      forces: leg.forces,
    })),
  };
}

/** Puts the analysis of a stored prediction back into it. */
export function withAnalysis<Document extends Pick<PredictionDocument, "legs">>(
  document: Document,
  { summary, reasoning, factors, legs }: Omit<AnalysisDocument, "_id" | "userId">,
) {
  const joined = document.legs.map((leg, index) => ({ ...leg, ...legs[index] }));
  return { ...document, summary, reasoning, factors, legs: joined };
}

/** Reads a stored prediction with its analysis. @throws ZodError for an unreadable one */
export function toPrediction(
  document: PredictionDocument,
  analysis: AnalysisDocument | null,
): Prediction {
  const whole = analysis ? withAnalysis(document, analysis) : document;
  const { _id: id, ...prediction } = predictionSchema.parse(whole);
  return { ...prediction, id };
}

/** Reads stored predictions without their analysis, unreadable ones apart. */
export function toSummaries(documents: readonly { _id: string }[]) {
  const readable: PredictionSummary[] = [];
  const unreadable: UnreadablePrediction[] = [];
  for (const document of documents) {
    const { data, error } = summarySchema.safeParse(document);
    if (data) {
      const { _id: id, ...summary } = data;
      readable.push({ ...summary, id });
    } else {
      const reason = error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
      unreadable.push({ id: document._id, reason: reason.join("; ") });
    }
  }
  return { readable, unreadable };
}

const placeSchema = z.tuple([z.number(), z.string().min(1)]);

/** The filter for the predictions behind a cursor. @throws invalid for a cursor of another list */
export function afterCursor(cursor: string | undefined) {
  const place = decodeCursor(cursor, placeSchema);
  if (!place) return {};
  const [time, id] = place;
  const createdAt = new Date(time);
  return { $or: [{ createdAt: { $lt: createdAt } }, { createdAt, _id: { $lt: id } }] };
}

/** The place of a prediction in a list that is newest first. */
export const placeOf = ({ createdAt, _id }: { createdAt: Date; _id: string }) => [
  createdAt.getTime(),
  _id,
];
