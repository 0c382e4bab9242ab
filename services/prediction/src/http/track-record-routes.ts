import { userOf } from "@orbline/kit/http/app";
import type {
  BackTestAnswer,
  ModelPerformanceResponse,
} from "@orbline/proto/http/prediction/track-record";
import type { Router } from "express";
import type { PredictionDeps } from "../use-cases/ports.ts";
import { toProfileResponse, toTrackRecordResponse } from "./track-record-responses.ts";

const backTestLabel = "Back-test on real past games";

export function addTrackRecordRoutes(
  router: Router,
  {
    predictions,
    profiles,
    trackRecord,
    backTests,
  }: Pick<PredictionDeps, "predictions" | "profiles" | "trackRecord"> & {
    /** The models' back-tests, one per sport. */
    backTests: BackTestAnswer[];
  },
): void {
  router.get("/api/betting-profile", async (_request, response) => {
    const { userId } = userOf(response);
    const [profile, open] = await Promise.all([
      profiles.find(userId),
      predictions.countOpen(userId),
    ]);
    response.json(toProfileResponse(profile, open));
  });

  router.get("/api/model-performance", (_request, response) => {
    const { updatedAt, records } = trackRecord.current();
    const body: ModelPerformanceResponse = {
      updatedAt: updatedAt.toISOString(),
      records: records.map(toTrackRecordResponse),
      backTest: { label: backTestLabel, sports: backTests },
    };
    response.json(body);
  });
}
