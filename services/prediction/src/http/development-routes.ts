import { parseBody, readJson } from "@orbline/kit/http/parse";
import type { Request, Response, Router } from "express";
import { z } from "zod";
import type { Slates } from "../use-cases/ports.ts";

const advanceSchema = z.strictObject({ days: z.int().min(1).max(400) });

/** Routes for development only: move the slate's clock and settle what has ended, or settle at once. */
export function addDevelopmentRoutes(
  router: Router,
  { slates, settle }: { slates: Slates; settle: () => Promise<number> },
): void {
  router.post(
    "/internal/slate/advance",
    readJson(1_024),
    async (request: Request, response: Response) => {
      const { days } = parseBody(advanceSchema, request);
      const now = await slates.advance(days);
      response.json({ now: now.toISOString(), settled: await settle() });
    },
  );
  // After a command that settled beside this process, this refreshes the track record in memory.
  router.post("/internal/slate/settle", async (_request: Request, response: Response) => {
    response.json({ settled: await settle() });
  });
}
