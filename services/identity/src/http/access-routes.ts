import { adminOf, requireProof } from "@orbline/kit/http/app";
import { parseBody, parseParams } from "@orbline/kit/http/parse";
import { accessParamsSchema, type AccessResponse } from "@orbline/proto/http/identity/access";
import { emptySchema } from "@orbline/proto/http/fields";
import type { Response, Router } from "express";
import { hasFactor, type UserId } from "../domain/user.ts";
import { block, describeAccess, endSessions, unblock } from "../use-cases/access.ts";
import type { IdentityDeps } from "../use-cases/ports.ts";

const commands = { block, unblock, "end-sessions": endSessions };

/** The routes by which admins see and change a user's access. Each command responds with the access after it. */
export function addAccessRoutes(router: Router, deps: IdentityDeps): void {
  const send = async (response: Response, userId: UserId) => {
    const { account, openSessions } = await describeAccess(deps, userId);
    const { blockedAt } = account.user;
    response.json({
      blockedAt: blockedAt?.toISOString() ?? null,
      hasSecondFactor: hasFactor(account.user),
      openSessions,
    } satisfies AccessResponse);
  };

  router.get("/api/admin/user/:id/access", async (request, response) => {
    adminOf(response);
    await send(response, parseParams(accessParamsSchema, request).id as UserId);
  });

  for (const [name, run] of Object.entries(commands))
    router.post(`/api/admin/user/:id/${name}`, async (request, response) => {
      const { userId: actorId } = adminOf(response);
      requireProof(response);
      const userId = parseParams(accessParamsSchema, request).id as UserId;
      parseBody(emptySchema, request);
      await run(deps, { actorId, userId });
      await send(response, userId);
    });
}
