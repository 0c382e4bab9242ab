/** How long a browser may take to answer a passkey's challenge, in milliseconds. */
export const passkeyLifeMs = 5 * 60_000;

/** WebAuthn's AuthenticatorTransport: the ways in which browsers reach a passkey. */
export const passkeyTransports = [
  "ble",
  "cable",
  "hybrid",
  "internal",
  "nfc",
  "smart-card",
  "usb",
] as const;
export type PasskeyTransport = (typeof passkeyTransports)[number];

/**
 * The product's origin with a domain name. Browsers allow passkeys for domain names only, so a product on 127.0.0.1 has them on
 * localhost, where it is reached too.
 */
export function namedOrigin(publicOrigin: string): string {
  const url = new URL(publicOrigin);
  if (url.hostname === "127.0.0.1") url.hostname = "localhost";
  return url.origin;
}
