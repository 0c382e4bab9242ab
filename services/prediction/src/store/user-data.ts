import type { UserData } from "@orbline/kit/grpc/user-data";
import { toPage } from "@orbline/kit/http/cursor";
import type { Connection } from "mongoose";
import type { Guardrails } from "../domain/guardrails.ts";
import { exportGuardrails } from "./guardrails.ts";
import {
  afterCursor,
  analysisCollection,
  newestFirst,
  placeOf,
  predictionCollection,
  type PredictionDocument,
  withAnalysis,
} from "./prediction-document.ts";
import { eraseFreeChecks, usedFreeChecks } from "./price-checks.ts";
import { exportPushDevices, pushDeviceCollection } from "./notices/push-devices.ts";
import { exportSettings, settingsCollection } from "./notices/settings.ts";
import { eraseLeaves } from "./proof/leaves.ts";
import type { Clock } from "../use-cases/ports.ts";

/** Keeps a page well below the size limit of a message: the analysis of a prediction has some kilobytes. */
const pageSize = 50;

const withoutMarks = {
  userId: 0,
  dueAt: 0,
  toProfile: 0,
  toPerformance: 0,
  toLeaf: 0,
  toEmail: 0,
  emailAt: 0,
  betBy: 0,
} as const;

export function mongoUserData(
  connection: Connection,
  clock: Clock,
  guardrails: Pick<Guardrails, "erase">,
): UserData {
  const predictions = predictionCollection(connection);
  const analyses = analysisCollection(connection);
  const withAnalyses = async (rows: PredictionDocument[]) => {
    const ids = rows.flatMap(({ analysisId }) => analysisId ?? []);
    const found = await analyses.find({ _id: { $in: ids } }).toArray();
    const byId = new Map(found.map((analysis) => [analysis._id, analysis]));
    return rows.map(({ _id: id, analysisId = "", ...fields }) => {
      const analysis = byId.get(analysisId);
      return { id, ...(analysis ? withAnalysis(fields, analysis) : fields) };
    });
  };
  const profiles = connection.collection<{ _id: string }>("user_betting_profiles");
  const entitlements = connection.collection<{ _id: string }>("entitlements");
  return {
    exportUser: async (userId, cursor) => {
      const own = { userId, ...afterCursor(cursor) };
      const options = { projection: withoutMarks, sort: newestFirst, limit: pageSize + 1 };
      const found = await predictions.find<PredictionDocument>(own, options).toArray();
      const { rows, nextCursor } = toPage(found, pageSize, placeOf);
      const lists = { predictions: await withAnalyses(rows) };
      if (cursor !== undefined) return { lists, nextCursor };
      const bettingProfile = await profiles
        .find({ _id: userId }, { projection: { _id: 0, version: 0, latest: 0 } })
        .toArray();
      const entitlement = await entitlements
        .find({ _id: userId }, { projection: { _id: 0, seq: 0 } })
        .toArray();
      const freePriceChecks = await usedFreeChecks(connection, userId, clock.now());
      const limits = await exportGuardrails(connection, userId);
      const notificationSettings = await exportSettings(connection, userId);
      const others = {
        notificationSettings,
        pushDevices: await exportPushDevices(connection, userId),
        bettingProfile,
        entitlement,
        freePriceChecks,
        guardrails: limits,
      };
      return { lists: { ...lists, ...others }, nextCursor };
    },
    eraseUser: async (userId) => {
      // Predictions first: the profile is counted from them.
      const { modifiedCount: hidden } = await eraseLeaves(connection, userId);
      const deleted = [
        await predictions.deleteMany({ userId }),
        await analyses.deleteMany({ userId }),
        await profiles.deleteOne({ _id: userId }),
        await entitlements.deleteOne({ _id: userId }),
        await eraseFreeChecks(connection, userId, clock.now()),
        await settingsCollection(connection).deleteOne({ _id: userId }),
        await pushDeviceCollection(connection).deleteMany({ userId }),
      ];
      const isErased = await guardrails.erase(userId);
      // The next call deletes documents that were written during this one.
      return isErased && hidden === 0 && deleted.every(({ deletedCount }) => deletedCount === 0);
    },
  };
}
