import { parseInput } from "@orbline/kit/http-body";
import express, { type Router } from "express";
import { z } from "zod";

const bodySchema = z.strictObject({ days: z.int().min(1).max(400) });

/** Development only: moves the slate's clock and settles what has ended by then. */
export const advanceRoute =
  ({
    advance,
    settle,
  }: {
    advance: (days: number) => Promise<Date>;
    settle: () => Promise<number>;
  }) =>
  (router: Router): void => {
    router.post("/internal/slate/advance", express.json(), async (request, response) => {
      const { days } = parseInput(bodySchema, request.body);
      const now = await advance(days);
      response.json({ now: now.toISOString(), settled: await settle() });
    });
  };
