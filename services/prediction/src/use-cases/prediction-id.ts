import { createHmac, hkdfSync, randomUUID } from "node:crypto";
import type { PredictionId } from "./ports.ts";

/**
 * Returns a function that makes ids which nobody can compute without the secret. The record log discloses them, and a plain hash would let everybody who
 * knows a user's id find the user's predictions by trying stakes and times. Processes with one secret make the same ids.
 */
export function predictionIds(secret: string | Uint8Array): PredictionId {
  const hmacKey = Buffer.from(hkdfSync("sha256", secret, "", "ids of predictions", 32));
  return (idempotencyKey) => {
    if (!idempotencyKey) return `prd_${randomUUID().replaceAll("-", "")}`;
    const hmac = createHmac("sha256", hmacKey).update(JSON.stringify(idempotencyKey));
    return `prd_${hmac.digest("hex").slice(0, 32)}`;
  };
}
