import { dashboardAdminOf } from "@orbline/kit/http/app";
import type { RatingsResponse } from "@orbline/proto/http/admin/ratings";
import type { Router } from "express";
import type { Results } from "../use-cases/ports-live.ts";

/** Adds the admin screen's list of how fresh the live ratings are. */
export function addRatingsRoutes(router: Router, { status }: Pick<Results, "status">): void {
  router.get("/api/admin/ratings", async (_request, response) => {
    dashboardAdminOf(response);
    const ratings = (await status()).map(({ updatedAt, ...one }) => ({
      ...one,
      source: one.source ?? null,
      completeTo: one.completeTo ?? null,
      missing: one.missing ?? null,
      failure: one.failure ?? null,
      updatedAt: updatedAt.toISOString(),
    }));
    response.json({ ratings } satisfies RatingsResponse);
  });
}
