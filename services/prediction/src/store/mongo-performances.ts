import type { Connection } from "mongoose";
import {
  addPrediction,
  cellOf,
  noPerformance,
  type Performance,
  type PerformanceCell,
} from "../domain/performance.ts";
import type { Performances } from "../use-cases/ports.ts";
import { countOnce } from "./count-once.ts";

/** Performance in MongoDB, one document per slate, sport, risk and week. */
export const mongoPerformances = ({ connection }: { connection: Connection }): Performances => {
  const cells = countOnce<PerformanceCell & Performance>({
    connection,
    collection: "ml_model_performance",
    mark: "toPerformance",
    empty: (first) => ({ ...cellOf(first), ...noPerformance }),
    add: (cell, record) => ({ ...cell, ...addPrediction(cell, record) }),
  });
  return { all: cells.all, countSettled: cells.countAll };
};
