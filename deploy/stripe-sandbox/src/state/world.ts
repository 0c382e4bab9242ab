import type { Deliveries } from "../webhooks/deliveries.ts";
import type { Clock } from "./clock.ts";
import type { Database } from "./database.ts";
import type { Settings } from "./settings.ts";
import type { Store } from "./store.ts";
import type { Timers } from "./timers.ts";

/** The API version of the object shapes. */
export const apiVersion = "2026-10-28.endive";

/** The dependencies of all operations. `request` becomes the `request` field of events. */
export type World = {
  database: Database;
  store: Store;
  settings: Settings;
  clock: Clock;
  timers: Timers;
  deliveries: Deliveries;
  publicUrl: () => string;
  request: { id: string | null; idempotency_key: string | null };
};
