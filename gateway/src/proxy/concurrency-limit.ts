/**
 * Limits the requests in flight to one service, and those of one client to its share of them, so that a client's burst leaves
 * slots for others. An overloaded service then responds in time to the requests that it has, and further ones are refused at once.
 */
export function concurrencyLimit({
  limit,
  share = limit,
  onBusy,
}: {
  limit: number;
  /** Slots that one client may take. */
  share?: number;
  onBusy: () => void;
}) {
  let inFlight = 0;
  const perClient = new Map<string, number>();
  const isFull = (client: string) => {
    if (inFlight < limit && (perClient.get(client) ?? 0) < share) return false;
    onBusy();
    return true;
  };
  return {
    limit,
    /** Whether a request would be refused now. Does not take a slot. */
    isFull,
    /** Takes a slot and returns its release, to be called once; undefined when no slot is left for the client. */
    acquire: (client: string): (() => void) | undefined => {
      if (isFull(client)) return undefined;
      inFlight += 1;
      perClient.set(client, (perClient.get(client) ?? 0) + 1);
      return () => {
        inFlight -= 1;
        const left = (perClient.get(client) ?? 1) - 1;
        if (left === 0) perClient.delete(client);
        else perClient.set(client, left);
      };
    },
  };
}
export type ConcurrencyLimit = ReturnType<typeof concurrencyLimit>;
