import { userOf } from "@orbline/kit/http/app";
import { parseBody, parseParams } from "@orbline/kit/http/parse";
import { type LimitKind, limitsOf, type LimitWindow } from "@orbline/proto/constants/guardrails";
import { emptySchema } from "@orbline/proto/http/fields";
import {
  type GuardrailsResponse,
  limitParamsSchema,
  limitsSchema,
  selfExclusionSchema,
  timeOutSchema,
} from "@orbline/proto/http/prediction/guardrails";
import type { Router } from "express";
import {
  changeLimits,
  confirmLimit,
  dropPending,
  type Guardrails,
  type LimitUse,
  pendingAt,
  periodOf,
  selfExclude,
  startTimeOut,
  type UserGuardrails,
} from "../domain/guardrails.ts";
import type { Clock } from "../use-cases/ports.ts";

/** Routes of a user's own limits and pauses. Predictions are refused where they are generated. */
export function addGuardrailsRoutes(
  router: Router,
  { guardrails, clock }: { guardrails: Guardrails; clock: Clock },
): void {
  const respond = async (userId: string, state: UserGuardrails) => {
    const now = clock.now();
    return toResponse(state, await guardrails.countUse(userId, now), now);
  };
  const change = async (userId: string, decide: (current: UserGuardrails) => UserGuardrails) =>
    respond(userId, await guardrails.update(userId, decide));

  router.get("/api/guardrails", async (_request, response) => {
    const { userId } = userOf(response);
    response.json(await respond(userId, await guardrails.find(userId)));
  });

  router.patch("/api/guardrails/limits", async (request, response) => {
    const { userId } = userOf(response);
    const changes = parseBody(limitsSchema, request);
    response.json(await change(userId, (current) => changeLimits(current, changes, clock.now())));
  });

  router.post("/api/guardrails/limits/:name/confirm", async (request, response) => {
    const { userId } = userOf(response);
    const { name } = parseParams(limitParamsSchema, request);
    parseBody(emptySchema, request);
    response.json(await change(userId, (current) => confirmLimit(current, name, clock.now())));
  });

  router.delete("/api/guardrails/limits/:name/pending", async (request, response) => {
    const { userId } = userOf(response);
    const { name } = parseParams(limitParamsSchema, request);
    response.json(await change(userId, (current) => dropPending(current, name)));
  });

  router.post("/api/guardrails/time-out", async (request, response) => {
    const { userId } = userOf(response);
    const { days } = parseBody(timeOutSchema, request);
    response.json(await change(userId, (current) => startTimeOut(current, days, clock.now())));
  });

  router.post("/api/guardrails/self-exclusion", async (request, response) => {
    const { userId } = userOf(response);
    const { months } = parseBody(selfExclusionSchema, request);
    response.json(await change(userId, (current) => selfExclude(current, months, clock.now())));
  });
}

function toResponse(state: UserGuardrails, used: LimitUse, now: Date): GuardrailsResponse {
  const { timeOutUntil, selfExcludedUntil } = state;
  const running = (until: Date | undefined) => (until && until > now ? until.toISOString() : null);
  const limitOf = (kind: LimitKind, window: LimitWindow) => {
    const name = limitsOf[kind][window];
    const pending = pendingAt(state, name, now);
    return {
      limit: state.limits[name],
      used: used[name],
      resetsAt: periodOf(window, now).endsAt.toISOString(),
      pending: pending
        ? {
            limit: pending.limit,
            confirmableAt: pending.confirmableAt.toISOString(),
            expiresAt: pending.expiresAt.toISOString(),
          }
        : null,
    };
  };
  return {
    limits: {
      day: limitOf("predictions", "day"),
      week: limitOf("predictions", "week"),
      month: limitOf("predictions", "month"),
      stakeDay: limitOf("stakes", "day"),
      stakeWeek: limitOf("stakes", "week"),
      stakeMonth: limitOf("stakes", "month"),
    },
    timeOutUntil: running(timeOutUntil),
    selfExcludedUntil: running(selfExcludedUntil),
  };
}
