/**
 * So many requests at once for one service: a service that is asked for more than it can do then answers those
 * it has in time, and the others hear at once that they should come again, instead of all waiting for ever longer.
 */
export const bulkhead = ({ limit, refused }: { limit: number; refused: () => void }) => {
  let inside = 0;
  const refuses = () => {
    if (inside < limit) return false;
    refused();
    return true;
  };
  return {
    limit,
    /** Whether who comes now is refused; who is not has taken no place yet. */
    refuses,
    /** Takes a place and returns how to give it back, to be called once; undefined when there is none. */
    enter: (): (() => void) | undefined => {
      if (refuses()) return undefined;
      inside += 1;
      return () => {
        inside -= 1;
      };
    },
  };
};
/** Bounds what one service has to do at once. */
export type Bulkhead = ReturnType<typeof bulkhead>;
