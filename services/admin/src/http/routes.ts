import { adminOf } from "@orbline/kit/http/app";
import { parseBody, parseParams, parseQuery } from "@orbline/kit/http/parse";
import {
  activateSubscriptionSchema,
  adminUsersQuerySchema,
  cancelSubscriptionSchema,
  type AdminCommandResponse,
} from "@orbline/proto/http/admin";
import type { Router } from "express";
import { z } from "zod";
import type { UserView } from "../domain/user-view.ts";
import type { ActivationOrder } from "../use-cases/activate-subscription.ts";
import type { SubscriptionDetails, UserPage, UserQuery } from "../use-cases/ports.ts";
import { toAdminUser, toAdminUserDetails } from "./answers.ts";

type Command = { actorId: string; userId: string; reason?: string };

type Deps = {
  listUsers: (query: UserQuery) => Promise<UserPage>;
  describeUser: (id: string) => Promise<{ user: UserView; details: SubscriptionDetails }>;
  activateSubscription: (order: ActivationOrder) => Promise<UserView>;
  cancelSubscription: (command: Command) => Promise<UserView>;
};

const paramsSchema = z.strictObject({ id: z.string().min(1).max(64) });

/** The HTTP API of administration; every route is for admins. */
export const routes =
  (deps: Deps) =>
  (router: Router): void => {
    router.get("/api/admin/users/subscriptions", async (request, response) => {
      adminOf(response);
      const { search, status, limit, cursor } = parseQuery(adminUsersQuerySchema, request);
      const { users, total, nextCursor } = await deps.listUsers({
        limit,
        ...(search && { search }),
        ...(status && { status }),
        ...(cursor && { cursor }),
      });
      response.setHeader("x-total-count", String(total));
      if (nextCursor) response.setHeader("x-next-cursor", nextCursor);
      response.json(users.map(toAdminUser));
    });

    router.get("/api/admin/user/:id/subscription", async (request, response) => {
      adminOf(response);
      const { id } = parseParams(paramsSchema, request);
      const { user, details } = await deps.describeUser(id);
      response.json(toAdminUserDetails(user, details));
    });

    router.post("/api/admin/user/:id/activate-subscription", async (request, response) => {
      const { userId: actorId } = adminOf(response);
      const { id: userId } = parseParams(paramsSchema, request);
      const body = parseBody(activateSubscriptionSchema, request);
      const { durationDays: days, reason, commandId } = body;
      const order = { actorId, userId, days, commandId, ...(reason && { reason }) };
      const user = await deps.activateSubscription(order);
      response.json({ user: toAdminUser(user) } satisfies AdminCommandResponse);
    });

    router.post("/api/admin/user/:id/cancel-subscription", async (request, response) => {
      const { userId: actorId } = adminOf(response);
      const { id: userId } = parseParams(paramsSchema, request);
      const { reason } = parseBody(cancelSubscriptionSchema, request);
      const user = await deps.cancelSubscription({ actorId, userId, ...(reason && { reason }) });
      response.json({ user: toAdminUser(user) } satisfies AdminCommandResponse);
    });
  };
