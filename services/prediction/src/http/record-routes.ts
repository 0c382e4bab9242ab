import { userOf } from "@orbline/kit/http/app";
import type {
  BackTestAnswer,
  ModelPerformanceResponse,
} from "@orbline/proto/http/prediction-record";
import type { Router } from "express";
import type { describeBettor } from "../use-cases/describe-bettor.ts";
import type { KeptPerformance } from "../use-cases/keep-performance.ts";
import { toProfileAnswer, toSlateRecordAnswer } from "./record-answers.ts";

type Deps = {
  describeBettor: ReturnType<typeof describeBettor>;
  performance: () => KeptPerformance;
  /** The models' back-tests, one per sport. */
  backTests: readonly BackTestAnswer[];
};

const backTestLabel = "Back-test on real past games";

/** Keeps the public answer as text; it changes only with what is kept. */
const performanceText = ({ performance, backTests }: Omit<Deps, "describeBettor">) => {
  let written: { of: KeptPerformance; text: string } | undefined;
  return (): string => {
    const kept = performance();
    if (written?.of === kept) return written.text;
    const answer: ModelPerformanceResponse = {
      updatedAt: kept.updatedAt.toISOString(),
      records: kept.records.map(toSlateRecordAnswer),
      backTest: { label: backTestLabel, sports: [...backTests] },
    };
    written = { of: kept, text: JSON.stringify(answer) };
    return written.text;
  };
};

/** The HTTP API of the record: a user's own, and the public one of the models. */
export const recordRoutes =
  (deps: Deps) =>
  (router: Router): void => {
    const { describeBettor: describe } = deps;
    const text = performanceText(deps);

    router.get("/api/betting-profile", async (_request, response) => {
      const { userId } = userOf(response);
      response.json(toProfileAnswer(await describe(userId)));
    });

    router.get("/api/model-performance", (_request, response) => {
      response.type("json").send(text());
    });
  };
