import { parseBody, readJson } from "@orbline/kit/http/parse";
import type { Request, Response, Router } from "express";
import { z } from "zod";

const bodySchema = z.strictObject({ days: z.int().min(1).max(400) });

/** Development only: moves the slate's clock and settles what has ended by then, or settles at once. */
export const advanceRoute =
  ({
    advance,
    settle,
  }: {
    advance: (days: number) => Promise<Date>;
    settle: () => Promise<number>;
  }) =>
  (router: Router): void => {
    router.post(
      "/internal/slate/advance",
      readJson(1_024),
      async (request: Request, response: Response) => {
        const { days } = parseBody(bodySchema, request);
        const now = await advance(days);
        response.json({ now: now.toISOString(), settled: await settle() });
      },
    );
    // A command that settled beside this process lets it read the record anew.
    router.post("/internal/slate/settle", async (_request: Request, response: Response) => {
      response.json({ settled: await settle() });
    });
  };
