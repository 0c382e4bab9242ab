import { newSecret, hashSecret } from "@orbline/kit/http/cookies";
import { orUnavailable, type Redis } from "@orbline/kit/redis/connection";
import { passkeyLifeMs, passkeyTransports } from "@orbline/proto/constants/passkeys";
import { verifyAuthenticationResponse, verifyRegistrationResponse } from "@simplewebauthn/server";
import { passkeyAlgorithms, passkeySite } from "../domain/passkeys.ts";
import type { UserId } from "../domain/user.ts";
import type { Passkeys, SessionHolder } from "../use-cases/ports.ts";

/**
 * Passkeys with challenges in Redis, so that another process can check the response. Redis has only the hash of a
 * challenge. The process that deletes the hash may use the challenge.
 */
export function redisPasskeys({
  redis,
  namespace,
  publicOrigin,
}: {
  redis: Redis;
  namespace: string;
  publicOrigin: string;
}): Passkeys {
  const { id: expectedRPID, origin: expectedOrigin } = passkeySite(publicOrigin);
  const keyOf = (challenge: string) => `${namespace}passkeys:${hashSecret(challenge)}`;

  const makeChallenge = async (holder: string): Promise<string> => {
    const challenge = newSecret();
    const expiration = { type: "PX", value: passkeyLifeMs } as const;
    await orUnavailable(redis.set(keyOf(challenge), holder, { expiration }));
    return challenge;
  };

  /** The challenge of a response, if it was made for this holder and is unused. */
  const useChallenge = async (
    holder: string,
    clientDataJSON: string,
  ): Promise<string | undefined> => {
    const challenge = challengeOf(clientDataJSON);
    if (challenge === undefined) return undefined;
    const key = keyOf(challenge);
    const stored = await orUnavailable(redis.get(key));
    const isFirst = stored !== null && (await orUnavailable(redis.del(key))) > 0;
    return isFirst && stored === holder ? challenge : undefined;
  };

  return {
    challengeSession: (holder) => makeChallenge(sessionHolder(holder)),
    challengeBrowser: (browser) => makeChallenge(browserHolder(browser)),
    verifyRegistration: async (holder, { id, response }) => {
      const { clientDataJSON, attestationObject, transports = [] } = response;
      const expectedChallenge = await useChallenge(sessionHolder(holder), clientDataJSON);
      if (expectedChallenge === undefined) return undefined;
      const checked = await orUndefined(
        verifyRegistrationResponse({
          response: asCredential(id, { clientDataJSON, attestationObject }),
          expectedChallenge,
          expectedOrigin,
          expectedRPID,
          requireUserVerification: true,
          supportedAlgorithmIDs: passkeyAlgorithms,
        }),
      );
      if (!checked?.verified) return undefined;
      const { credential } = checked.registrationInfo;
      return {
        id: credential.id,
        publicKey: Buffer.from(credential.publicKey).toString("base64url"),
        counter: credential.counter,
        transports: passkeyTransports.filter((transport) => transports.includes(transport)),
      };
    },
    verifyAssertion: async (browser = "", { id, response }, passkey) => {
      const holder = browserHolder(browser);
      const expectedChallenge = await useChallenge(holder, response.clientDataJSON);
      if (expectedChallenge === undefined || passkey?.id !== id) return undefined;
      const checked = await orUndefined(
        verifyAuthenticationResponse({
          response: asCredential(id, response),
          expectedChallenge,
          expectedOrigin,
          expectedRPID,
          requireUserVerification: true,
          credential: {
            id,
            publicKey: Buffer.from(passkey.publicKey, "base64url"),
            counter: passkey.counter,
          },
        }),
      );
      return checked?.verified ? checked.authenticationInfo.newCounter : undefined;
    },
    userIdOf: ({ response }) =>
      Buffer.from(response.userHandle, "base64url").toString("utf8") as UserId,
  };
}

const sessionHolder = ({ sessionId, user }: SessionHolder) =>
  `session:${sessionId}:${user.passwordChangedAt?.getTime() ?? 0}`;
const browserHolder = (secret: string) => `browser:${hashSecret(secret)}`;

function asCredential<Response>(id: string, response: Response) {
  return { id, rawId: id, type: "public-key", response, clientExtensionResults: {} } as const;
}

/** The challenge that a browser has answered; undefined for data that no browser sends. */
function challengeOf(clientDataJSON: string): string | undefined {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, "base64url").toString("utf8"));
    const isObject = typeof data === "object" && data !== null && "challenge" in data;
    return isObject && typeof data.challenge === "string" ? data.challenge : undefined;
  } catch {
    return undefined;
  }
}

/** The library throws for every response that is not right. */
async function orUndefined<Result>(check: Promise<Result>): Promise<Result | undefined> {
  try {
    return await check;
  } catch {
    return undefined;
  }
}
