import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { boundedQueue } from "@orbline/kit/bounded-queue";
import { keyedMutex } from "@orbline/kit/keyed-mutex";
import type { Response, Router } from "express";
import type { UserId } from "../domain/user.ts";
import { exportUser } from "../use-cases/export-user.ts";
import { type HttpDeps, selfOf } from "./responses.ts";
import { recorded } from "./security-routes.ts";

/** An export reads everything about a user from all services, so few run at a time, and one of each user. */
const costly = {
  maxRunning: 2,
  maxWaiting: 16,
  busy: {
    code: "export.busy",
    message: "Many users save their data. Please try again in a moment.",
  },
};

/** The route of a user's own data as a file. */
export function addExportRoute(router: Router, deps: HttpDeps): void {
  const inTurn = keyedMutex();
  const queue = boundedQueue(costly);

  router.get("/api/user/export", async (request, response) => {
    const { userId } = selfOf(response);
    await recorded(deps, request, { action: "export", userId }, () =>
      inTurn(userId, () => queue(() => sendExport(response, deps, userId))),
    );
  });
}

/** Sends the export as fast as the client reads. A failure after the beginning cuts the response off. */
async function sendExport(response: Response, deps: HttpDeps, userId: UserId): Promise<void> {
  // The client has left while it waited.
  if (response.destroyed) return;
  const parts = await exportUser(deps, userId);
  response.setHeader("content-disposition", 'attachment; filename="orbline-export.json"');
  response.type("json");
  try {
    await pipeline(Readable.from(parts), response);
  } catch (error) {
    if (!isDisconnect(error)) throw error;
  }
}

function isDisconnect(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_STREAM_PREMATURE_CLOSE";
}
