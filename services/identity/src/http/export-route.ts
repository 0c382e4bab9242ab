import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { boundedQueue, type BoundedQueue } from "@orbline/kit/bounded-queue";
import { createCache } from "@orbline/kit/cache";
import { AppError } from "@orbline/kit/errors";
import { keyedMutex } from "@orbline/kit/keyed-mutex";
import type { Response, Router } from "express";
import type { UserId } from "../domain/user.ts";
import { exportUser } from "../use-cases/export-user.ts";
import { type HttpDeps, provenOwnerOf } from "./responses.ts";
import { recorded } from "./security-routes.ts";

const busy = {
  code: "export.busy",
  message: "Many users save their data. Please try again in a moment.",
};
const maxRunning = 2;
const perHour = 10;
const hourMs = 3_600_000;

/**
 * The route of a user's own data as a file. An export reads everything about a user from all services, so each user has one
 * at a time and ten an hour, and few are read at the same moment.
 */
export function addExportRoute(router: Router, deps: HttpDeps): void {
  const inTurn = keyedMutex();
  const count = hourlyLimit(deps.clock);
  const begin = boundedQueue({ maxRunning, maxWaiting: 16, busy });
  // An export that has begun is not refused any more.
  const goOn = boundedQueue({ maxRunning, maxWaiting: Infinity, busy });

  /** Sends the export as fast as the client reads. A failure after the beginning cuts the response off. */
  async function sendExport(response: Response, userId: UserId): Promise<void> {
    // The client has left while it waited.
    if (response.destroyed) return;
    const parts = await begin(() => exportUser(deps, userId));
    response.setHeader("content-disposition", 'attachment; filename="orbline-export.json"');
    response.type("json");
    try {
      await pipeline(Readable.from(inTurns(parts, goOn)), response);
    } catch (error) {
      if (!isDisconnect(error)) throw error;
    }
  }

  router.get("/api/user/export", async (request, response) => {
    const { userId } = await provenOwnerOf(response, deps);
    count(userId);
    await recorded(deps, request, { action: "export", userId }, () =>
      inTurn(userId, () => sendExport(response, userId)),
    );
  });
}

/** Reads each part in a place of the queue. A client that reads slowly has no place while it does. */
async function* inTurns(parts: AsyncGenerator<string>, queue: BoundedQueue) {
  for (;;) {
    const { done, value } = await queue(() => parts.next());
    if (done) return;
    yield value;
  }
}

/** Counts the exports of a user in an hour, in this process. @throws rate-limited */
function hourlyLimit(clock: HttpDeps["clock"]): (userId: UserId) => void {
  const counts = createCache<{ exports: number; endsAtMs: number }>({
    max: 10_000,
    ttlMs: hourMs,
  });
  return (userId) => {
    const nowMs = clock.now().getTime();
    const known = counts.get(userId);
    const hour = known && known.endsAtMs > nowMs ? known : { exports: 0, endsAtMs: nowMs + hourMs };
    hour.exports += 1;
    counts.set(userId, hour);
    if (hour.exports <= perHour) return;
    const retryAfterSeconds = Math.ceil((hour.endsAtMs - nowMs) / 1_000);
    const message = `You can save your data ${perHour} times an hour. Please try again later.`;
    throw new AppError("rate-limited", "export.limited", message, { retryAfterSeconds });
  };
}

function isDisconnect(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_STREAM_PREMATURE_CLOSE";
}
