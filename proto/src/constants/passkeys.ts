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
