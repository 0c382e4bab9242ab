import { readFileSync } from "node:fs";
import { z } from "zod";

/** Settings by which the services encrypt what they send each other and the gateway. All three are set, or none. */
export const internalTlsSettings = {
  /** PEM file of the authority that signs the certificates of all services. */
  INTERNAL_TLS_CA: z.string().default(""),
  /** PEM files: certificate and key of this service, by which it serves HTTP and gRPC and calls other services. */
  INTERNAL_TLS_CERT: z.string().default(""),
  INTERNAL_TLS_KEY: z.string().default(""),
};

/** The content of the files. */
export type InternalTls = { ca: Buffer; cert: Buffer; key: Buffer };

/**
 * The certificate of this service and its authority; undefined when the services use plain connections.
 * @throws when only some of the settings are set, or a file cannot be read
 */
export function internalTls(
  config: Partial<z.output<z.ZodObject<typeof internalTlsSettings>>>,
): InternalTls | undefined {
  const { INTERNAL_TLS_CA: ca, INTERNAL_TLS_CERT: cert, INTERNAL_TLS_KEY: key } = config;
  if (!ca && !cert && !key) return undefined;
  if (!ca || !cert || !key)
    throw new Error("INTERNAL_TLS_CA, INTERNAL_TLS_CERT and INTERNAL_TLS_KEY need each other");
  return { ca: readFileSync(ca), cert: readFileSync(cert), key: readFileSync(key) };
}
