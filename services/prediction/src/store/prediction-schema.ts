import { type Connection, Schema } from "mongoose";
import type { Outcome } from "../domain/bet.ts";
import type { GivenPrediction, PredictionRecord } from "../domain/prediction.ts";

/** A prediction as stored. */
export type PredictionDocument = Omit<GivenPrediction, "id"> & {
  _id: string;
  legOutcomes: Outcome[];
  favouriteOutcomes?: Outcome[];
  closing?: (number | null)[];
  outcome: Outcome;
  returned?: number;
  profit?: number;
  settledAt?: Date;
  lateLegs?: number[];
  /** When results are looked for next, on the slate's clock; unset once no leg is open. */
  dueAt?: Date;
  /** Set by settlement, unset once counted there: the user's profile and the performance cell. */
  toProfile?: string;
  toPerformance?: string;
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
    reasoning: required(String),
    factors: required(Schema.Types.Mixed),
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
  },
  { versionKey: false, collection: "predictions" },
);

/** The predictions collection of a connection. */
export const predictionModel = (connection: Connection) =>
  connection.model<PredictionDocument>("Prediction", schema);

/** A new prediction as stored: open, due when its last game ends. */
export const toDocument = ({ id, ...prediction }: GivenPrediction): PredictionDocument => ({
  _id: id,
  ...prediction,
  legOutcomes: prediction.legs.map(() => "open" as const),
  outcome: "open",
  dueAt: new Date(Math.max(...prediction.legs.map(({ endsAt }) => endsAt.getTime()))),
});

/** A stored prediction as the domain sees it. */
export const toRecord = (document: PredictionDocument): PredictionRecord => {
  const {
    _id,
    outcome,
    returned = 0,
    profit = 0,
    settledAt,
    dueAt: _dueAt,
    toProfile: _toProfile,
    toPerformance: _toPerformance,
    favouriteOutcomes = [],
    closing = [],
    ...prediction
  } = document;
  return {
    ...prediction,
    id: _id,
    favouriteOutcomes,
    closing,
    settlement:
      outcome === "open" || !settledAt ? undefined : { outcome, returned, profit, settledAt },
  };
};
