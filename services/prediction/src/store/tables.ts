import { mongoTable, type Column, type Table } from "@orbline/kit/tables";
import type { Connection } from "mongoose";

const joined = (value: unknown) => (Array.isArray(value) ? value.join(" + ") : String(value));

const totals: readonly Column[] = ["settled", "won", "lost", "staked", "returned", "profit"].map(
  (name) => ({ name, path: name }),
);

/** Sums of a performance cell in the order in which its document holds them, without its bands. */
const sums: readonly Column[] = [
  { name: "n", path: "n" },
  { name: "won", path: "won" },
  { name: "pushed", path: "pushed" },
  { name: "voided", path: "voided" },
  { name: "expected", path: "expected" },
  { name: "log_loss", path: "logLoss" },
  { name: "brier", path: "brier" },
  { name: "market_log_loss", path: "marketLogLoss" },
  { name: "market_brier", path: "marketBrier" },
  { name: "profit", path: "profit" },
];

/** What admins see of the tables of this service. */
export const tables = (connection: Connection): Record<string, Table> => ({
  user_betting_profiles: mongoTable({
    connection,
    collection: "user_betting_profiles",
    columns: [
      { name: "user_id", path: "_id" },
      ...totals,
      { name: "smallest_stake", path: "smallestStake" },
      { name: "largest_stake", path: "largestStake" },
      { name: "sports", path: "sports" },
      { name: "risks", path: "risks" },
    ],
  }),
  user_bet_history: mongoTable({
    connection,
    collection: "predictions",
    columns: [
      { name: "id", path: "_id" },
      { name: "user_id", path: "userId" },
      { name: "created_at", path: "createdAt" },
      { name: "sport", path: "sport" },
      { name: "risk_level", path: "riskLevel" },
      { name: "stake", path: "stake" },
      { name: "bets", path: "legs.betOn", show: joined },
      { name: "odds", path: "odds" },
      { name: "probability", path: "probability" },
      { name: "outcome", path: "outcome" },
      { name: "returned", path: "returned" },
      { name: "profit", path: "profit" },
      { name: "settled_at", path: "settledAt" },
      { name: "model_version", path: "modelVersion" },
      { name: "slate", path: "slate.label" },
    ],
  }),
  ml_model_performance: mongoTable({
    connection,
    collection: "ml_model_performance",
    columns: [
      { name: "id", path: "_id" },
      { name: "slate", path: "label" },
      { name: "sport", path: "sport" },
      { name: "risk_level", path: "riskLevel" },
      { name: "week", path: "week" },
      ...sums,
    ],
  }),
});
