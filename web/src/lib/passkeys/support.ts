/** Whether this browser has passkeys for this site. Browsers allow none for IP addresses. */
export function supportsPasskeys(): boolean {
  return "PublicKeyCredential" in window && /^[^[].*[a-z]/i.test(location.hostname);
}

/** Whether the user has closed the browser's window for passkeys, or let its time run out. */
export const isPasskeyCanceled = (error: unknown) =>
  error instanceof Error && (error.name === "NotAllowedError" || error.name === "AbortError");

/** Whether the device already has a passkey of this account. */
export const isPasskeyKnown = (error: unknown) =>
  error instanceof Error && error.name === "InvalidStateError";
