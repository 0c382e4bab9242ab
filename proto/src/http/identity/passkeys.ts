import { z } from "zod";
import { passkeyTransports } from "../../constants/passkeys.ts";
import { timeSchema } from "../time.ts";

/** Bytes in base64url, as WebAuthn's JSON has them. */
const bytesSchema = (maxLength: number) =>
  z
    .string()
    .min(1)
    .max(maxLength)
    .regex(/^[A-Za-z0-9_-]+$/, "This is not base64url.");
const credentialIdSchema = bytesSchema(1_400);
const transportSchema = z.enum(passkeyTransports);
const publicKeyType = z.literal("public-key");
const userVerification = z.literal("required");

/** A passkey as its owner sees it. */
export const passkeySchema = z.object({
  id: credentialIdSchema,
  name: z.string(),
  createdAt: timeSchema,
  lastUsedAt: timeSchema.nullable(),
});
export type PasskeyEntry = z.infer<typeof passkeySchema>;

/** WebAuthn's PublicKeyCredentialCreationOptionsJSON. */
export const passkeyCreationSchema = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: publicKeyType, alg: z.number().int() })),
  /** How long the challenge is valid, in milliseconds. */
  timeout: z.number().int(),
  excludeCredentials: z.array(
    z.object({ type: publicKeyType, id: z.string(), transports: z.array(transportSchema) }),
  ),
  authenticatorSelection: z.object({ residentKey: z.literal("required"), userVerification }),
  attestation: z.literal("none"),
});
export type PasskeyCreation = z.infer<typeof passkeyCreationSchema>;

/** WebAuthn's PublicKeyCredentialRequestOptionsJSON; the browser offers every passkey of this site. */
export const passkeyRequestSchema = z.object({
  challenge: z.string(),
  rpId: z.string(),
  /** How long the challenge is valid, in milliseconds. */
  timeout: z.number().int(),
  userVerification,
});
export type PasskeyRequest = z.infer<typeof passkeyRequestSchema>;

const noName = "Please enter a name of at most 64 characters.";
const nameSchema = z.string({ message: noName }).trim().min(1, noName).max(64, noName);

export const addPasskeySchema = z.strictObject({
  name: nameSchema,
  /** WebAuthn's RegistrationResponseJSON. Other fields of it do not count. */
  credential: z.object({
    id: credentialIdSchema,
    response: z.object({
      clientDataJSON: bytesSchema(4_000),
      attestationObject: bytesSchema(8_000),
      /** How the browser reaches the passkey. Unknown ways do not count. */
      transports: z.array(z.string().max(32)).max(10).optional(),
    }),
  }),
});
export type AddPasskey = z.infer<typeof addPasskeySchema>;

/** WebAuthn's AuthenticationResponseJSON. Other fields of it do not count. */
export const usePasskeySchema = z.strictObject({
  credential: z.object({
    id: credentialIdSchema,
    response: z.object({
      clientDataJSON: bytesSchema(4_000),
      authenticatorData: bytesSchema(4_000),
      signature: bytesSchema(4_000),
      /** The id of the account, as bytes. */
      userHandle: bytesSchema(100),
    }),
  }),
});
export type UsePasskey = z.infer<typeof usePasskeySchema>;

export const renamePasskeySchema = z.strictObject({ id: credentialIdSchema, name: nameSchema });

export const removePasskeySchema = z.strictObject({ id: credentialIdSchema });
