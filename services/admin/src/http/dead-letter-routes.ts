import { adminOf } from "@orbline/kit/http/app";
import { parseBody, parseParams, parseQuery } from "@orbline/kit/http/parse";
import {
  deadLettersQuerySchema,
  replaySchema,
  type DeadLetterAnswer,
  type DeadLettersResponse,
  type ReplayDeadLetterResponse,
} from "@orbline/proto/http/admin-operations";
import type { Router } from "express";
import { z } from "zod";
import type { DeadLetter } from "../domain/dead-letter.ts";
import type { Admin } from "../use-cases/admin.ts";
import { fromCursor, toCursor } from "./cursor.ts";

const paramsSchema = z.strictObject({ id: z.string().min(1).max(64) });

const toAnswer = ({ diedAt, replayedAt, ...letter }: DeadLetter): DeadLetterAnswer => ({
  id: letter.id,
  topic: letter.topic,
  partition: letter.partition,
  offset: letter.offset,
  key: letter.key,
  group: letter.group,
  type: letter.type,
  reason: letter.reason,
  diedAt: diedAt.toISOString(),
  deaths: letter.deaths,
  state: letter.state,
  replayedAt: replayedAt?.toISOString() ?? null,
});

/** Messages that consumers gave up; admins only. */
export const deadLetterRoutes =
  (admin: Pick<Admin, "listDeadLetters" | "replayDeadLetter">) =>
  (router: Router): void => {
    router.get("/api/admin/dead-letters", async (request, response) => {
      adminOf(response);
      const { limit, cursor, topic, state } = parseQuery(deadLettersQuerySchema, request);
      const before = fromCursor(cursor);
      const { letters, topics, next } = await admin.listDeadLetters({
        limit,
        ...(before !== undefined && { before }),
        ...(topic && { topic }),
        ...(state && { state }),
      });
      response.json({
        deadLetters: letters.map(toAnswer),
        topics,
        nextCursor: toCursor(next),
      } satisfies DeadLettersResponse);
    });

    router.post("/api/admin/dead-letters/:id/replay", async (request, response) => {
      const { userId: actorId } = adminOf(response);
      const { id } = parseParams(paramsSchema, request);
      const { reason } = parseBody(replaySchema, request);
      const letter = await admin.replayDeadLetter({ id, actorId, reason });
      response.json({ deadLetter: toAnswer(letter) } satisfies ReplayDeadLetterResponse);
    });
  };
