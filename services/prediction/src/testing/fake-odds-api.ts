import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { eventShape, oddsShape, scoreShape, type FakeGame } from "./fake-odds-shapes.ts";
import { dayMs } from "../domain/dates.ts";

/** A received call without its key. */
export type SeenCall = { what: string; feed: string; query: Record<string, string> };

/** Responds instead of the fake; undefined leaves the call to it. */
type Fault = (call: SeenCall, response: ServerResponse) => true | undefined;

const pathPattern = /^\/v4\/sports\/(?<feed>[a-z0-9_]+)\/(?<what>events|odds|scores)$/;

/**
 * The Odds API v4 as documented, over real HTTP: games by competition, prices, scores, credits and refusals.
 * The test sets its games, credits and failures.
 */
export const fakeOddsApi = async ({
  now = () => new Date(),
  apiKey = "test-odds-key-0123456789",
  credits = 500,
  port = 0,
}: {
  now?: () => Date;
  apiKey?: string;
  credits?: number;
  port?: number;
} = {}) => {
  const games = new Map<string, FakeGame[]>();
  const calls: SeenCall[] = [];
  const state = { credits, used: 0, fault: undefined as Fault | undefined };

  const say = (response: ServerResponse, status: number, body: unknown) => {
    response.writeHead(status, {
      "content-type": "application/json",
      "x-requests-remaining": String(state.credits),
      "x-requests-used": String(state.used),
    });
    response.end(JSON.stringify(body));
  };
  const refuse = (response: ServerResponse, status: number, code: string) =>
    say(response, status, { message: `Refused: ${code}`, error_code: code });

  /** A response without games is free. */
  const charge = (response: ServerResponse, cost: number, body: unknown[]) => {
    const price = body.length === 0 ? 0 : cost;
    if (price > state.credits) return refuse(response, 401, "OUT_OF_USAGE_CREDITS");
    state.credits -= price;
    state.used += price;
    return say(response, 200, body);
  };

  const scoresFrom = (known: FakeGame[], days: number) => {
    const earliest = now().getTime() - days * dayMs;
    return known.filter(({ start }) => Date.parse(start) >= earliest);
  };

  const answer = ({ what, feed, query }: SeenCall, response: ServerResponse) => {
    const known = games.get(feed) ?? [];
    const current = known.filter((game) => !game.completed && !game.score);
    if (what === "events")
      return say(
        response,
        200,
        current.map((game) => eventShape(feed, game)),
      );
    if (what === "odds") {
      const markets = (query["markets"] ?? "h2h").split(",");
      const regions = (query["regions"] ?? "").split(",");
      const shapes = current.map((game) => oddsShape(feed, game, { markets, now: now() }));
      return charge(response, markets.length * regions.length, shapes);
    }
    const days = Number(query["daysFrom"] ?? 0);
    if (days > 3) return refuse(response, 422, "INVALID_SCORES_DAYS_FROM");
    const shapes = scoresFrom(known, days).map((game) => scoreShape(feed, game, now()));
    return charge(response, days > 0 ? 2 : 1, shapes);
  };

  const handle = (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://provider");
    const { feed, what } = pathPattern.exec(pathname)?.groups ?? {};
    const { apiKey: given, ...query } = Object.fromEntries(searchParams);
    if (given === undefined) return refuse(response, 401, "MISSING_KEY");
    if (given !== apiKey) return refuse(response, 401, "INVALID_KEY");
    if (feed === undefined || what === undefined) return refuse(response, 404, "NOT_FOUND");
    const call = { what, feed, query };
    calls.push(call);
    if (state.fault?.(call, response)) return undefined;
    return answer(call, response);
  };

  const server = createServer(handle);
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const { port: bound } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${bound}`,
    apiKey,
    /** The games of the provider by its keys. */
    games,
    calls,
    callsOf: (what: string) => calls.filter((call) => call.what === what),
    credits: () => state.credits,
    setCredits: (left: number) => (state.credits = left),
    /** Lets calls fail until it is called with nothing. */
    failWith: (fault?: Fault) => (state.fault = fault),
    refuse,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
};
export type FakeOddsApi = Awaited<ReturnType<typeof fakeOddsApi>>;
