import { requireProof } from "@orbline/kit/http/app";
import { cookieName, newSecret, readCookie, setCookie } from "@orbline/kit/http/cookies";
import { parseBody } from "@orbline/kit/http/parse";
import { sessionCookie } from "@orbline/kit/redis/sessions";
import { passkeyLifeMs } from "@orbline/proto/constants/passkeys";
import { accountName } from "@orbline/proto/constants/usernames";
import { emptySchema } from "@orbline/proto/http/fields";
import {
  addPasskeySchema,
  type PasskeyCreation,
  type PasskeyEntry,
  type PasskeyRequest,
  removePasskeySchema,
  renamePasskeySchema,
  usePasskeySchema,
} from "@orbline/proto/http/identity/passkeys";
import type { Request, Router } from "express";
import { passkeyAlgorithms, passkeySite } from "../domain/passkeys.ts";
import type { Passkey } from "../domain/user.ts";
import {
  addPasskey,
  beginPasskey,
  proveByPasskey,
  removePasskey,
  renamePasskey,
  signInByPasskey,
} from "../use-cases/second-factor/passkeys.ts";
import {
  clientOf,
  deviceCookieOf,
  type HttpDeps,
  idOf,
  selfOf,
  sendSignedIn,
} from "./responses.ts";
import { recorded } from "./security-routes.ts";

const browserCookie = "passkey";
const credentialType = "public-key";

/** The routes that add, use and remove passkeys. */
export function addPasskeyRoutes(router: Router, deps: HttpDeps): void {
  const { publicOrigin } = deps;
  const site = passkeySite(publicOrigin);
  const browserOf = (request: Request) =>
    readCookie(request.get("cookie"), cookieName(browserCookie, publicOrigin));

  router.post("/api/passkeys/options", async (request, response) => {
    const self = selfOf(response);
    requireProof(response);
    parseBody(emptySchema, request);
    const { user, challenge } = await beginPasskey(deps, self);
    const name = accountName(user);
    response.json({
      challenge,
      rp: { id: site.id, name: "Orbline" },
      user: {
        id: Buffer.from(user.id).toString("base64url"),
        name,
        displayName: name,
      },
      pubKeyCredParams: passkeyAlgorithms.map((alg) => ({ type: credentialType, alg })),
      timeout: passkeyLifeMs,
      excludeCredentials: (user.passkeys ?? []).map(({ id, transports }) => ({
        type: credentialType,
        id,
        transports: [...transports],
      })),
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
      attestation: "none",
    } satisfies PasskeyCreation);
  });

  router.post("/api/passkeys", async (request, response) => {
    const self = selfOf(response);
    requireProof(response);
    const { name, credential: registration } = parseBody(addPasskeySchema, request);
    const { userAgent } = clientOf(request);
    const event = { action: "passkey-add", userId: self.userId } as const;
    const { passkey, sessionToken } = await recorded(deps, request, event, () =>
      addPasskey(deps, { ...self, name, registration, userAgent }),
    );
    if (sessionToken !== undefined)
      response.append("set-cookie", sessionCookie(sessionToken, publicOrigin));
    response.status(201).json(toPasskeyEntry(passkey));
  });

  router.post("/api/passkeys/rename", async (request, response) => {
    const self = selfOf(response);
    requireProof(response);
    const input = parseBody(renamePasskeySchema, request);
    response.json(toPasskeyEntry(await renamePasskey(deps, { ...self, ...input })));
  });

  router.post("/api/passkeys/remove", async (request, response) => {
    const self = selfOf(response);
    requireProof(response);
    const { id } = parseBody(removePasskeySchema, request);
    const event = { action: "passkey-remove", userId: self.userId } as const;
    await recorded(deps, request, event, () => removePasskey(deps, { ...self, id }));
    response.sendStatus(204);
  });

  router.post("/api/passkeys/challenge", async (request, response) => {
    parseBody(emptySchema, request);
    // Two tabs share the cookie, so it stays as it is.
    const value = secretIn(browserOf(request)) ?? newSecret();
    const challenge = await deps.passkeys.challengeBrowser(value);
    const maxAgeSeconds = passkeyLifeMs / 1_000;
    response.append(
      "set-cookie",
      setCookie({ name: browserCookie, value, origin: publicOrigin, maxAgeSeconds }),
    );
    response.json({
      challenge,
      rpId: site.id,
      timeout: passkeyLifeMs,
      userVerification: "required",
    } satisfies PasskeyRequest);
  });

  router.post("/api/passkeys/sign-in", async (request, response) => {
    const { credential: assertion } = parseBody(usePasskeySchema, request);
    const findUser = async () => {
      const found = await deps.users.find(deps.passkeys.userIdOf(assertion));
      return found?.user.id;
    };
    const event = { action: "sign-in", userOf: idOf, findUser } as const;
    const signedIn = await recorded(deps, request, event, () =>
      signInByPasskey(deps, {
        assertion,
        browser: browserOf(request),
        deviceCookie: deviceCookieOf(request, publicOrigin),
        client: clientOf(request),
      }),
    );
    const { id, role } = signedIn.account.user;
    if (role === "admin")
      await deps.auditTrail.note({ actorId: id, action: "sign-in", target: { kind: "user", id } });
    await sendSignedIn(response, signedIn, deps);
  });

  router.post("/api/proof/passkey", async (request, response) => {
    const { credential: assertion } = parseBody(usePasskeySchema, request);
    const self = selfOf(response);
    await recorded(deps, request, { action: "proof", userId: self.userId }, () =>
      proveByPasskey(deps, { ...self, assertion, browser: browserOf(request) }),
    );
    response.sendStatus(204);
  });
}

/** A passkey as its owner sees it. */
export function toPasskeyEntry({ id, name, createdAt, lastUsedAt }: Passkey): PasskeyEntry {
  return {
    id,
    name,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}

/** A cookie that we have set; undefined for any other text. */
function secretIn(cookie: string | undefined): string | undefined {
  return cookie !== undefined && /^[A-Za-z0-9_-]{43}$/.test(cookie) ? cookie : undefined;
}
