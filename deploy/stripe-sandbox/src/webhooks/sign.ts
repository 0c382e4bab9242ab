import { createHmac } from "node:crypto";

/** The `Stripe-Signature` header: HMAC-SHA256 over `t.payload`, scheme v1. */
export const signatureHeader = (payload: string, secret: string, atSeconds: number): string => {
  const mac = createHmac("sha256", secret).update(`${atSeconds}.${payload}`).digest("hex");
  return `t=${atSeconds},v1=${mac}`;
};
