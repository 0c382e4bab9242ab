import { userOf } from "@orbline/kit/http/app";
import { type PublicJson, sendPublicJson, toPublicJson } from "@orbline/kit/http/public-json";
import type {
  BackTestAnswer,
  ModelPerformanceResponse,
} from "@orbline/proto/http/prediction/track-record";
import type { Router } from "express";
import type { PredictionDeps, TrackRecordState } from "../use-cases/ports.ts";
import {
  toProfileResponse,
  toSettledPick,
  toTrackRecordResponse,
} from "./track-record-responses.ts";

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

  // Compressed once for each state of the track record.
  const performances = new WeakMap<TrackRecordState, PublicJson>();
  router.get("/api/model-performance", (request, response) => {
    const state = trackRecord.current();
    const known =
      performances.get(state) ?? toPublicJson(JSON.stringify(toPerformance(state, backTests)));
    performances.set(state, known);
    sendPublicJson(request, response, known);
  });
}

function toPerformance(
  { updatedAt, records, lastSettled }: TrackRecordState,
  backTests: BackTestAnswer[],
): ModelPerformanceResponse {
  return {
    updatedAt: updatedAt.toISOString(),
    records: records.map(toTrackRecordResponse),
    lastSettled: lastSettled ? toSettledPick(lastSettled) : null,
    backTest: { label: backTestLabel, sports: backTests },
  };
}
