import { z } from "zod";
import { timeSchema } from "../time.ts";

const endpointSchema = z.url().max(2_000);
const bytes = (length: number) =>
  z.string().regex(new RegExp(`^[\\w-]{${Math.ceil((length * 4) / 3)}}=*$`));

/** A browser's push subscription as `PushSubscription.toJSON()` returns it. `p256dh` is a point of P-256, 65 bytes. */
export const newPushDeviceSchema = z.strictObject({
  endpoint: endpointSchema,
  keys: z.strictObject({ p256dh: bytes(65), auth: bytes(16) }),
});
export type NewPushDevice = z.infer<typeof newPushDeviceSchema>;

/** A browser that gets push messages. The id is the SHA-256 hash of its endpoint, in hexadecimal. */
const pushDeviceSchema = z.object({ id: z.string(), name: z.string(), addedAt: timeSchema });
export type PushDeviceEntry = z.infer<typeof pushDeviceSchema>;

/** Devices of the user, oldest first. Without a public key Web Push is off. */
export const pushDevicesSchema = z.object({
  vapidPublicKey: z.string().nullable(),
  devices: z.array(pushDeviceSchema),
});
export type PushDevicesResponse = z.infer<typeof pushDevicesSchema>;

export const pushDeviceParamsSchema = z.object({ id: z.string().regex(/^[0-9a-f]{64}$/) });

/** The endpoint is the credential: only the browser and its push service know it. */
export const forgetPushDeviceSchema = z.strictObject({ endpoint: endpointSchema });
