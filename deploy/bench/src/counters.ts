import { eventually } from "@orbline/kit/testing/eventually";

const durations = /^http_request_duration_seconds_count\{([^}]*)\} (\d+)$/gm;

/** Number of requests of one route with status 200 in Prometheus text. */
export function servedIn(metrics: string, route: string): number {
  return [...metrics.matchAll(durations)]
    .filter(([, labels = ""]) => labels.includes(`route="${route}"`))
    .filter(([, labels = ""]) => labels.includes('status="200"'))
    .reduce((sum, [, , count]) => sum + Number(count), 0);
}

/** Compares the requests of one route that a process counts between two checks with the expected number. */
export async function requestCounter(url: string, route: string) {
  const read = async () => servedIn(await (await fetch(`${url}/metrics`)).text(), route);
  let before = await read();
  return {
    /** Waits until the process has counted exactly `requests` more. @throws when it counts fewer or more */
    expect: async (requests: number): Promise<void> => {
      before = await eventually(async () => {
        const count = await read();
        if (count - before === requests) return count;
        throw new Error(`${url}: ${count - before} of ${requests} requests of ${route} counted`);
      });
    },
  };
}
