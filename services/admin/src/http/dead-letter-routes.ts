import type { DeadLettersResponse } from "@orbline/proto/http/admin/operations";
import type { Router } from "express";
import type { AdminDeps } from "../use-cases/ports.ts";

/** The route of the messages that services could not handle. */
export function addDeadLetterRoutes(
  router: Router,
  { deadLetters }: Pick<AdminDeps, "deadLetters">,
): void {
  router.get("/api/admin/dead-letters", async (_request, response) => {
    const counts = await deadLetters.countWaiting();
    response.json({
      deadLetters: counts.map((count) => ({ ...count, oldestAt: count.oldestAt.toISOString() })),
    } satisfies DeadLettersResponse);
  });
}
