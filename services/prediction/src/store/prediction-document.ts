import { AppError } from "@orbline/kit/errors";
import type { Connection } from "mongoose";
import type { Prediction, PredictionSummary } from "../domain/prediction.ts";

/** What this service stores beside a prediction for its own work. */
type Marks = {
  /** When results are looked for next, on the slate's clock; unset once no leg is open. */
  dueAt?: Date;
  /** The counts that a settled prediction must still be added to: a user's profile, a performance cell. */
  toProfile?: string;
  toPerformance?: string;
};

export type PredictionDocument = Omit<Prediction, "id"> & Marks & { _id: string };
export type SummaryDocument = Omit<PredictionSummary, "id"> & Marks & { _id: string };

export const predictionCollection = (connection: Connection) =>
  connection.collection<PredictionDocument>("predictions");

/** Leaves the analysis unread: most of a document, which only a prediction of its own page needs. */
export const withoutAnalysis = {
  reasoning: 0,
  factors: 0,
  "legs.reasoning": 0,
  "legs.factors": 0,
} as const;

export const newestFirst = { createdAt: -1, _id: -1 } as const;

/** A stored prediction without the marks. */
export function toPrediction(document: PredictionDocument): Prediction;
export function toPrediction(document: SummaryDocument): PredictionSummary;
export function toPrediction({
  _id,
  dueAt: _dueAt,
  toProfile: _toProfile,
  toPerformance: _toPerformance,
  ...prediction
}: SummaryDocument): PredictionSummary {
  return { ...prediction, id: _id };
}

type Position = { _id: string; createdAt: Date };

/** The filter for what follows a cursor of `pageOf`. @throws invalid for another text */
export function afterCursor(cursor: string | undefined) {
  if (cursor === undefined) return {};
  const [time = "", id] = Buffer.from(cursor, "base64url").toString("utf8").split(":");
  const createdAt = new Date(Number(time));
  if (!id || time === "" || Number.isNaN(createdAt.getTime()))
    throw new AppError("invalid", "cursor.invalid", "The cursor is not one that we gave out.");
  return { $or: [{ createdAt: { $lt: createdAt } }, { createdAt, _id: { $lt: id } }] };
}

/** A page of at most `limit` of up to `limit` + 1 documents, and the cursor of the next one. */
export function pageOf<Found extends Position>(found: readonly Found[], limit: number) {
  const page = found.slice(0, limit);
  const last = page.at(-1);
  if (found.length <= limit || !last) return { page, nextCursor: undefined };
  const position = `${last.createdAt.getTime()}:${last._id}`;
  return { page, nextCursor: Buffer.from(position).toString("base64url") };
}
