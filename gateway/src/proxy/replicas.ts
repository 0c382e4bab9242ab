import { Pool } from "undici";

/** One process of a service, and the requests that it has from this gateway. */
export type Replica = { pool: Pool; inFlight: number; restsUntilMs: number };

export type Replicas = ReturnType<typeof openReplicas>;

/** A replica that cannot be reached or is about to stop gets no further requests for this long while there are others. */
const restMs = 1_000;

/**
 * The replicas of a service, each with a pool of enough connections for every slot. `pipelining: 1` gives each request
 * its own connection, so undici never sends a request twice: it repeats only requests that wait behind another one on a
 * broken connection. The timeouts are ours, because undici's do not include the wait for a connection.
 * @param socketPath Unix socket of a service on this machine, instead of its URL's host and port
 * @param ca PEM certificate of the authority that signs the certificates of services, for https addresses
 */
export function openReplicas({
  urls,
  socketPath,
  ca,
  connections,
}: {
  urls: readonly string[];
  socketPath?: string | undefined;
  ca?: Buffer | undefined;
  connections: number;
}) {
  const replicas = urls.map((url): Replica => {
    const pool = new Pool(url, {
      ...(socketPath === undefined ? {} : { socketPath }),
      ...(ca && { connect: { ca } }),
      connections,
      pipelining: 1,
      connectTimeout: 1_000,
      headersTimeout: 0,
      bodyTimeout: 0,
      // Shorter than the services' 75 s, so that no request enters a connection that is about to close.
      keepAliveTimeout: 60_000,
      keepAliveMaxTimeout: 60_000,
    });
    return { pool, inFlight: 0, restsUntilMs: 0 };
  });
  let turn = 0;

  return {
    /** How often a request that was certainly not handled may be sent again; once also to the only replica. */
    repeats: Math.max(1, replicas.length - 1),
    /**
     * The replica with the fewest requests of those that do not rest, in turn among equals; the one whose rest ends
     * first when all rest. Another one than `failed`, if there is one.
     */
    choose: (failed?: Replica): Replica => {
      const nowMs = performance.now();
      turn += 1;
      const inTurn = replicas.map(
        (_, index) => replicas[(index + turn) % replicas.length] as Replica,
      );
      return inTurn.reduce((best, one) => (isBetter(one, best, { failed, nowMs }) ? one : best));
    },
    rest: (replica: Replica): void => {
      replica.restsUntilMs = performance.now() + restMs;
    },
    close: async (): Promise<void> => {
      await Promise.all(replicas.map(({ pool }) => pool.destroy()));
    },
  };
}

function isBetter(
  one: Replica,
  other: Replica,
  { failed, nowMs }: { failed: Replica | undefined; nowMs: number },
): boolean {
  if (one === failed || other === failed) return other === failed;
  const [rest, otherRest] = [one, other].map(({ restsUntilMs }) => Math.max(restsUntilMs, nowMs));
  if (rest !== otherRest) return Number(rest) < Number(otherRest);
  return one.inFlight < other.inFlight;
}
