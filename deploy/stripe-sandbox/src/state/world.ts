import type { Deliveries } from "../webhooks/deliveries.ts";
import type { Clock } from "./clock.ts";
import type { Database } from "./database.ts";
import type { Settings } from "./settings.ts";
import type { Store } from "./store.ts";
import type { Timers } from "./timers.ts";

/** The API version whose object shapes the sandbox speaks. */
export const apiVersion = "2026-10-28.endive";

/** Everything a resource needs; `request` is what events say about their cause. */
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
