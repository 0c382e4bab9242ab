import { type Connection, Schema } from "mongoose";
import type { Outcome } from "../domain/bet.ts";
import type { GivenPrediction, PredictionRecord } from "../domain/prediction.ts";
import type { PressTime } from "../use-cases/ports.ts";
import { readPick, storedPickOf, type StoredPick } from "./stored-pick.ts";

/** A prediction as stored. */
export type PredictionDocument = Omit<GivenPrediction, "id" | "legs" | "reasoning" | "factors"> &
  StoredPick & {
    _id: string;
    legOutcomes: Outcome[];
    favouriteOutcomes?: Outcome[];
    closing?: (number | null)[];
    outcome: Outcome;
    returned?: number;
    profit?: number;
    settledAt?: Date;
    lateLegs?: number[];
    /** Set by settlement, unset once counted there: the user's profile and the performance cell. */
    toProfile?: string;
    toPerformance?: string;
    /** When the button was pressed, and the spans of time that this press has for itself until it is settled. */
    press?: PressTime;
  };

const required = <Type>(type: Type) => ({ type, required: true });

const schema = new Schema<PredictionDocument>(
  {
    _id: required(String),
    userId: required(String),
    createdAt: required(Date),
    sport: required(String),
    riskLevel: required(String),
    stake: required(Number),
    legs: required(Schema.Types.Mixed),
    odds: required(Number),
    probability: required(Number),
    breakEven: required(Number),
    edge: required(Number),
    range: required(Schema.Types.Mixed),
    band: required(Schema.Types.Mixed),
    analysis: Schema.Types.Mixed,
    requestCount: Number,
    modelVersion: required(String),
    slate: required(Schema.Types.Mixed),
    legOutcomes: required([String]),
    favouriteOutcomes: [String],
    closing: Schema.Types.Mixed,
    outcome: required(String),
    returned: Number,
    profit: Number,
    settledAt: Date,
    lateLegs: { type: [Number], default: undefined },
    dueAt: Date,
    toProfile: String,
    toPerformance: String,
    press: { type: { at: Number, spans: [String], _id: false }, default: undefined },
  },
  { versionKey: false, collection: "predictions" },
);

/** The predictions collection of a connection. */
export const predictionModel = (connection: Connection) =>
  connection.model<PredictionDocument>("Prediction", schema);

/** A new prediction as stored: open, due when its last game ends. */
export const toDocument = (given: GivenPrediction, press?: PressTime): PredictionDocument => {
  const { id, reasoning: _reasoning, factors: _factors, ...prediction } = given;
  return {
    _id: id,
    ...prediction,
    ...storedPickOf(given),
    legOutcomes: prediction.legs.map(() => "open" as const),
    outcome: "open",
    ...(press && { press }),
  };
};

/** A stored prediction as the domain sees it. */
export const toRecord = (document: PredictionDocument): PredictionRecord => {
  const {
    _id,
    outcome,
    returned = 0,
    profit = 0,
    settledAt,
    dueAt: _dueAt,
    analysis: _analysis,
    legs: _legs,
    toProfile: _toProfile,
    toPerformance: _toPerformance,
    press: _press,
    favouriteOutcomes = [],
    closing = [],
    ...prediction
  } = document;
  return {
    ...readPick(document),
    ...prediction,
    id: _id,
    favouriteOutcomes,
    closing,
    settlement:
      outcome === "open" || !settledAt ? undefined : { outcome, returned, profit, settledAt },
  };
};
