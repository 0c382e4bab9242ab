import type { User } from "@orbline/proto/http/identity/user";
import type { PasskeyEntry, UsePasskey } from "@orbline/proto/http/identity/passkeys";
import { call } from "../api.ts";

/** Signs in with a passkey that the user chooses. @throws ApiError, and the browser's error */
export async function signInWithPasskey(): Promise<User> {
  return call("identity", "POST /api/passkeys/sign-in", { body: await answerChallenge() });
}

/** Proves with a passkey that it is the signed-in user. @throws ApiError, and the browser's error */
export async function proveWithPasskey(): Promise<void> {
  await call("identity", "POST /api/proof/passkey", { body: await answerChallenge() });
}

/** Makes a passkey for the signed-in user. @throws ApiError, and the browser's error */
export async function addPasskey(name: string): Promise<PasskeyEntry> {
  const optionsJSON = await call("identity", "POST /api/passkeys/options", { body: {} });
  const { startRegistration } = await import("@simplewebauthn/browser");
  const { id, response } = await startRegistration({ optionsJSON });
  const { clientDataJSON, attestationObject, transports } = response;
  const credential = { id, response: { clientDataJSON, attestationObject, transports } };
  return call("identity", "POST /api/passkeys", { body: { name, credential } });
}

async function answerChallenge(): Promise<UsePasskey> {
  const optionsJSON = await call("identity", "POST /api/passkeys/challenge", { body: {} });
  const { startAuthentication } = await import("@simplewebauthn/browser");
  const { id, response } = await startAuthentication({ optionsJSON });
  const { clientDataJSON, authenticatorData, signature, userHandle = "" } = response;
  return {
    credential: { id, response: { clientDataJSON, authenticatorData, signature, userHandle } },
  };
}
