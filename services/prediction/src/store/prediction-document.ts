import { decodeCursor } from "@orbline/kit/http/cursor";
import type { Connection } from "mongoose";
import { z } from "zod";
import type { Prediction, PredictionSummary } from "../domain/prediction.ts";

/** Fields of a stored prediction for this service's own work. */
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
