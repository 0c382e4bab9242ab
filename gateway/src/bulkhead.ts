import type { ServerResponse } from "node:http";
import { AppError } from "@orbline/kit/errors";

const full = () =>
  new AppError(
    "unavailable",
    "upstream.busy",
    "The service is very busy. Please try again in a moment.",
    { retryAfterSeconds: 1 },
  );

/**
 * So many requests at once for one service: a service that is asked for more than it can do then answers those
 * it has in time, and the others hear at once that they should come again, instead of all waiting for ever longer.
 */
export const bulkhead = ({ limit, refused }: { limit: number; refused: () => void }) => {
  let inside = 0;
  return {
    /** Takes a place until the answer is over. @throws unavailable when there is none */
    enter: (response: ServerResponse): void => {
      if (inside >= limit) {
        refused();
        throw full();
      }
      inside += 1;
      response.once("close", () => {
        inside -= 1;
      });
    },
  };
};
/** Bounds what one service has to do at once. */
export type Bulkhead = ReturnType<typeof bulkhead>;
