import { parseBody, parseParams, parseQuery } from "@orbline/kit/http/parse";
import {
  activateSubscriptionSchema,
  type AdminCommandResponse,
  type AdminUser,
  type AdminUserDetails,
  adminUsersQuerySchema,
  cancelSubscriptionSchema,
} from "@orbline/proto/http/admin/users";
import type { Router } from "express";
import type { UserView } from "../domain/user-view.ts";
import type { AdminDeps, SubscriptionDetails } from "../use-cases/ports.ts";
import { activateSubscription, cancelSubscription } from "../use-cases/subscription-commands.ts";
import { describeUser } from "../use-cases/users.ts";
import { actorOf, idParamsSchema, noteReading, requireRecentProof } from "./requests.ts";

/** The routes of users and their subscriptions. */
export function addUserRoutes(router: Router, deps: AdminDeps): void {
  router.get("/api/admin/users/subscriptions", requireRecentProof, async (request, response) => {
    const query = parseQuery(adminUsersQuerySchema, request);
    await noteReading(deps, response, "read-users", { kind: "list", id: "users" });
    const page = await deps.users.list(query);
    response.setHeader("x-total-count", String(page.total));
    if (page.nextCursor) response.setHeader("x-next-cursor", page.nextCursor);
    response.json(page.users.map(toAdminUser));
  });

  router.get("/api/admin/user/:id/subscription", requireRecentProof, async (request, response) => {
    const { id } = parseParams(idParamsSchema, request);
    await noteReading(deps, response, "read-user", { kind: "user", id });
    const { user, details } = await describeUser(deps, id);
    response.json(toAdminUserDetails(user, details));
  });

  router.post(
    "/api/admin/user/:id/activate-subscription",
    requireRecentProof,
    async (request, response) => {
      const { id: userId } = parseParams(idParamsSchema, request);
      const body = parseBody(activateSubscriptionSchema, request);
      const { durationDays: days, reason, commandId } = body;
      const actorId = actorOf(response);
      const user = await activateSubscription(deps, { actorId, userId, reason, days, commandId });
      response.json({ user: toAdminUser(user) } satisfies AdminCommandResponse);
    },
  );

  router.post(
    "/api/admin/user/:id/cancel-subscription",
    requireRecentProof,
    async (request, response) => {
      const { id: userId } = parseParams(idParamsSchema, request);
      const { reason } = parseBody(cancelSubscriptionSchema, request);
      const user = await cancelSubscription(deps, {
        actorId: actorOf(response),
        userId,
        reason,
      });
      response.json({ user: toAdminUser(user) } satisfies AdminCommandResponse);
    },
  );
}

function toAdminUser({ id, username, email, role, subscription }: UserView): AdminUser {
  return {
    id,
    username,
    email: email ?? null,
    role,
    subscriptionStatus: subscription.status,
    subscriptionTier: role === "admin" ? "admin" : subscription.tier,
    subscriptionEndDate: subscription.endsAt?.toISOString() ?? null,
  };
}

function toAdminUserDetails(
  user: UserView,
  { customerId, subscriptionId, provider }: SubscriptionDetails,
): AdminUserDetails {
  return {
    ...toAdminUser(user),
    userId: user.id,
    stripeCustomerId: customerId ?? null,
    stripeSubscriptionId: subscriptionId ?? null,
    stripeDetails: provider ?? null,
  };
}
