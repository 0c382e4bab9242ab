import { createLiveSandbox, type SandboxOptions } from "../sandbox.ts";

export const oddsApiKey = "sandbox-odds-key";
export const apiSportsKey = "sandbox-results-key";

/** A sandbox in this process whose clock stands still, with a caller of both APIs. */
export async function openSandbox(options: Partial<SandboxOptions> = {}) {
  const sandbox = createLiveSandbox({
    oddsApiKey,
    apiSportsKey,
    startAt: new Date("2026-11-02T12:00:00Z"),
    speed: 0,
    historyDays: 0,
    ...options,
  });
  const { url } = await sandbox.listen(0);
  const call = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`${url}${path}`, { headers });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text };
  };
  return {
    ...sandbox,
    url,
    /** Calls The Odds API; the path follows `/v4/sports/`. */
    odds: async (path: string, query: Record<string, string> = {}) => {
      const search = new URLSearchParams({ apiKey: oddsApiKey, ...query });
      const answer = await call(`/v4/sports/${path}?${search.toString()}`);
      return { ...answer, body: JSON.parse(answer.text) as unknown };
    },
    /** Calls a host of API-Sports. */
    results: async (path: string, query: Record<string, string> = {}, key = apiSportsKey) => {
      const search = new URLSearchParams(query);
      const headers = { ...(key && { "x-apisports-key": key }) };
      const answer = await call(`/api-sports/${path}?${search.toString()}`, headers);
      return { ...answer, body: JSON.parse(answer.text) as unknown };
    },
    call,
  };
}
