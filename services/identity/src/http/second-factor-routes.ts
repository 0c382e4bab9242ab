import { requireProof } from "@orbline/kit/http/app";
import { parseBody } from "@orbline/kit/http/parse";
import { sessionCookie } from "@orbline/kit/redis/sessions";
import { emptySchema } from "@orbline/proto/http/fields";
import {
  beginEnrollmentSchema,
  type EnrollmentResponse,
  enableSecondFactorSchema,
  removeSecondFactorSchema,
  type RecoveryCodesResponse,
  type SecondFactorResponse,
} from "@orbline/proto/http/identity/second-factor";
import type { Router } from "express";
import { getCurrentUser } from "../use-cases/own-account.ts";
import { needsPasskey } from "../use-cases/second-factor/check.ts";
import {
  beginEnrollment,
  enable,
  remove,
  renewRecoveryCodes,
} from "../use-cases/second-factor/manage.ts";
import { toPasskeyEntry } from "./passkey-routes.ts";
import { clientOf, type HttpDeps, rememberDevice, selfOf } from "./responses.ts";
import { recorded } from "./security-routes.ts";

/** The routes that turn the signed-in user's second factor on and off. */
export function addSecondFactorRoutes(router: Router, deps: HttpDeps): void {
  const { publicOrigin } = deps;

  router.get("/api/second-factor", async (_request, response) => {
    const { user } = await getCurrentUser(deps, selfOf(response).userId);
    const { secondFactor, passkeys = [] } = user;
    response.json({
      secondFactor: secondFactor
        ? {
            enabledAt: secondFactor.enabledAt.toISOString(),
            recoveryCodesLeft: secondFactor.recoveryHashes.length,
          }
        : null,
      passkeys: passkeys.map(toPasskeyEntry),
    } satisfies SecondFactorResponse);
  });

  router.post("/api/second-factor/enroll", async (request, response) => {
    const { password } = parseBody(beginEnrollmentSchema, request);
    const self = selfOf(response);
    // Otherwise a stolen session and the password would add a factor beside the passkeys of an admin.
    if (needsPasskey((await getCurrentUser(deps, self.userId)).user)) requireProof(response);
    response.json(
      (await beginEnrollment(deps, { ...self, password })) satisfies EnrollmentResponse,
    );
  });

  router.post("/api/second-factor", async (request, response) => {
    const input = parseBody(enableSecondFactorSchema, request);
    const self = selfOf(response);
    const { userAgent } = clientOf(request);
    const event = { action: "second-factor-on", userId: self.userId } as const;
    const { recoveryCodes, user, sessionToken } = await recorded(deps, request, event, () =>
      enable(deps, { ...input, ...self, userAgent }),
    );
    response.append("set-cookie", sessionCookie(sessionToken, publicOrigin));
    // The browser stays known, although a change of two-step sign-in makes all browsers unknown.
    rememberDevice(response, user, deps);
    response.json({ recoveryCodes } satisfies RecoveryCodesResponse);
  });

  router.post("/api/second-factor/recovery-codes", async (request, response) => {
    const { userId } = selfOf(response);
    requireProof(response);
    parseBody(emptySchema, request);
    const event = { action: "recovery-codes", userId } as const;
    const recoveryCodes = await recorded(deps, request, event, () =>
      renewRecoveryCodes(deps, userId),
    );
    response.json({ recoveryCodes } satisfies RecoveryCodesResponse);
  });

  router.post("/api/second-factor/remove", async (request, response) => {
    const proof = parseBody(removeSecondFactorSchema, request);
    const self = selfOf(response);
    const event = { action: "second-factor-off", userId: self.userId } as const;
    const { user, sessionToken } = await recorded(deps, request, event, () =>
      remove(deps, { ...self, ...proof, client: clientOf(request) }),
    );
    response.append("set-cookie", sessionCookie(sessionToken, publicOrigin));
    rememberDevice(response, user, deps);
    response.sendStatus(204);
  });
}
