import { createRequire } from "node:module";

type Queue = {
  throttleCheckTimeoutId: NodeJS.Timeout | null;
  throttledUntil: number;
  pending: unknown[];
  checkPendingRequests: () => void;
};

/**
 * Replaces the request timer of kafkajs 2.2.4 with one that runs only while requests wait. The original restarts
 * itself forever and fires 2,700 times a second on idle connections.
 */
export function stopIdleTimers(): void {
  const require = createRequire(import.meta.url);
  const RequestQueue = require("kafkajs/src/network/requestQueue") as { prototype: object };
  Object.assign(RequestQueue.prototype, {
    scheduleCheckPendingRequests(this: Queue) {
      if (this.throttleCheckTimeoutId || this.pending.length === 0) return;
      const waitMs = this.throttledUntil - Date.now();
      this.throttleCheckTimeoutId = setTimeout(
        () => {
          this.throttleCheckTimeoutId = null;
          this.checkPendingRequests();
        },
        waitMs > 0 ? waitMs : 10,
      );
    },
  });
}
