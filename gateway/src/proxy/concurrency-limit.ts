/**
 * Limits the requests in flight to one service. An overloaded service then responds in time to the requests that it
 * has, and further ones are refused at once.
 */
export function concurrencyLimit({ limit, onBusy }: { limit: number; onBusy: () => void }) {
  let inFlight = 0;
  const isFull = () => {
    if (inFlight < limit) return false;
    onBusy();
    return true;
  };
  return {
    limit,
    /** Whether a request would be refused now. Does not take a slot. */
    isFull,
    /** Takes a slot and returns its release, to be called once; undefined when all slots are taken. */
    acquire: (): (() => void) | undefined => {
      if (isFull()) return undefined;
      inFlight += 1;
      return () => {
        inFlight -= 1;
      };
    },
  };
}
export type ConcurrencyLimit = ReturnType<typeof concurrencyLimit>;
