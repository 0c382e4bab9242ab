import { deflateRawSync, inflateRawSync } from "node:zlib";
import { mongo } from "mongoose";
import { type Leg, oncePerPick, type Pick as GivenPick } from "../domain/prediction.ts";

type Reasoned = "reasoning" | "factors";
type Analysis = Pick<GivenPick, Reasoned> & { legs: Pick<Leg, Reasoned>[] };

/** What all predictions that give the same pick store alike. */
export type StoredPick = {
  legs: Omit<Leg, Reasoned>[];
  /**
   * What the prediction says and rests on, as compressed JSON: most of it, nothing that is asked for by its parts,
   * and a quarter of the bytes to send, to keep and to write again with each page.
   */
  analysis?: Uint8Array | mongo.Binary;
  /** When results are looked for next, on the slate's clock; unset once no leg is open. */
  dueAt?: Date;
};

/** What lists and settlement leave out. */
export const withoutAnalysis = {
  analysis: 0,
  // Predictions stored before there was a text have it in these.
  reasoning: 0,
  factors: 0,
  "legs.reasoning": 0,
  "legs.factors": 0,
} as const;

const write = ({ legs, reasoning, factors }: GivenPick): StoredPick => {
  const analysis: Analysis = {
    reasoning,
    factors,
    legs: legs.map((leg) => ({ reasoning: leg.reasoning, factors: leg.factors })),
  };
  return {
    legs: legs.map(({ reasoning: _reasoning, factors: _factors, ...leg }) => leg),
    analysis: deflateRawSync(JSON.stringify(analysis)),
    dueAt: new Date(Math.max(...legs.map(({ endsAt }) => endsAt.getTime()))),
  };
};

/** A pick as stored, written once for all who are given it. */
export const storedPickOf = oncePerPick(write);

const readAnalysis = (analysis: StoredPick["analysis"]): Partial<Analysis> => {
  if (!analysis) return {};
  const bytes = analysis instanceof mongo.Binary ? analysis.buffer : analysis;
  return JSON.parse(inflateRawSync(bytes).toString("utf8")) as Analysis;
};

const unread = { reasoning: "", factors: [] };

/** The legs and the analysis of a stored pick; empty sentences where they were not read. */
export const readPick = ({ legs, analysis }: StoredPick): Analysis & { legs: Leg[] } => {
  const read = readAnalysis(analysis);
  return {
    ...unread,
    ...read,
    legs: legs.map((leg, index) => ({ ...unread, ...leg, ...read.legs?.[index] })),
  };
};
