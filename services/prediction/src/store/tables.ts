import { mongoTable, type Tables } from "@orbline/kit/admin-tables/mongo-table";
import type { Connection } from "mongoose";

const joined = (value: unknown) => (Array.isArray(value) ? value.join(" + ") : String(value));

export const tables = (connection: Connection): Tables => ({
  user_betting_profiles: mongoTable({
    connection,
    collection: "user_betting_profiles",
    columns: [
      "user_id",
      "settled",
      "won",
      "lost",
      "staked",
      "returned",
      "profit",
      "smallest_stake",
      "largest_stake",
      "sports",
      "risks",
    ],
    from: { user_id: "_id" },
  }),
  user_bet_history: mongoTable({
    connection,
    collection: "predictions",
    columns: [
      "id",
      "user_id",
      "created_at",
      "sport",
      "risk_level",
      "stake",
      "bets",
      "odds",
      "probability",
      "outcome",
      "returned",
      "profit",
      "settled_at",
      "model_version",
      "slate",
    ],
    from: { id: "_id", bets: { path: "legs.betOn", show: joined }, slate: "slate.label" },
  }),
  ml_model_performance: mongoTable({
    connection,
    collection: "ml_model_performance",
    // The sums of a cell in the order of its document, without its bands.
    columns: [
      "id",
      "slate",
      "sport",
      "risk_level",
      "week",
      "n",
      "won",
      "pushed",
      "voided",
      "expected",
      "log_loss",
      "brier",
      "market_log_loss",
      "market_brier",
      "profit",
    ],
    from: { id: "_id", slate: "label" },
  }),
});
