import { type Response, Router } from "express";
import { fail, findFault } from "../faults.ts";
import { activeFaults, queryOf } from "../odds-api/api.ts";
import { type Competition, competitions } from "../season/competitions.ts";
import { dayMs } from "../season/schedule.ts";
import type { Game } from "../season/season.ts";
import { noteCall, type World } from "../world.ts";
import { fightResultShape, gameShape, seasonOf } from "./shapes.ts";
import { type Host, hosts, hostOf } from "./statuses.ts";

type Query = Record<string, string>;
type Call = { world: World; host: Host; query: Query; now: number };

/** A host in a path: `american-football`, or its whole name. */
const hostPattern = /^(?:v\d\.)?(?<host>[a-z-]+?)(?:\.api-sports\.io)?$/;

/** What each host calls its list of games. */
const listOf: Record<Host, string> = {
  "american-football": "games",
  basketball: "games",
  baseball: "games",
  hockey: "games",
  football: "fixtures",
  mma: "fights",
};

/** How far ahead the lists reach. */
const aheadMs = 30 * dayMs;

/** API-Sports: the lists of games of six hosts, and how fights ended, at `/api-sports/{host}/…`. */
export function apiSportsRouter(world: World): Router {
  const router = Router();
  router.get("/api-sports/:host/{*path}", (req, res, next) => {
    const host = hosts.find((one) => one === hostPattern.exec(req.params.host)?.groups?.["host"]);
    const path = [req.params.path ?? []].flat().join("/");
    if (!host || !(path === listOf[host] || (host === "mma" && path === "fights/results")))
      return next();
    const query = queryOf(req);
    const now = world.clock.now();
    noteCall(world, { api: "results", what: path, competition: host, query });
    const competition = competitionsOf(host, query).at(0)?.key;
    const isAll = query["league"] === undefined && host !== "mma";
    const fault = findFault(activeFaults(world), {
      api: "results",
      competition: isAll ? undefined : competition,
      what: "games",
    });
    if (fault && fault.kind !== "empty") return fail(fault.kind, res);
    const refusal = refusalOf(world, req.get("x-apisports-key"), query);
    if (refusal) return send(res, { get: path, query, errors: refusal, response: [], host });
    count(world, res);
    const call = { world, host, query, now };
    const response = fault ? [] : path === "fights/results" ? fightResults(call) : games(call);
    send(res, { get: path, query, errors: [], response, host });
  });
  return router;
}

/** Requests left of the day on the sandbox's clock. */
export function requestsLeft({ store, clock, requestsPerDay }: World): number {
  const { day, used } = store.get().requests;
  return requestsPerDay - (day === dayOf(clock.now()) ? used : 0);
}

/** API-Sports refuses with status 200 and an object of errors. */
function refusalOf(world: World, key: string | undefined, query: Query) {
  if (key === undefined) return { token: "Error/Missing application key." };
  if (key !== world.apiSportsKey) return { token: "Error/Invalid application key." };
  if (requestsLeft(world) <= 0)
    return { requests: "You have reached the request limit for the day." };
  if (Object.keys(query).length === 0) return { required: "At least one parameter is required." };
  if (query["league"] !== undefined && query["season"] === undefined)
    return { season: "The Season field is required." };
  for (const name of ["date", "from", "to"])
    if (query[name] !== undefined && !/^\d{4}-\d\d-\d\d$/.test(query[name]))
      return { [name]: `The ${name} field must contain a valid date (YYYY-MM-DD).` };
  return undefined;
}

function games({ world, host, query, now }: Call): object[] {
  return matching({ world, host, query, now }).map((game) =>
    gameShape(game, world.season.resultOf(game)),
  );
}

function fightResults({ world, host, query, now }: Call): object[] {
  return matching({ world, host, query, now })
    .filter(({ phase }) => phase === "finished")
    .map((game) => fightResultShape(game, world.season.resultOf(game)));
}

/** The games that a query asks for; dates are those of its time zone. */
function matching({ world, host, query, now }: Call): Game[] {
  const { date, season, id, ids, timezone = "UTC" } = query;
  const [from = date, to = date] = [query["from"], query["to"]];
  const wanted = new Set([...(id ? [id] : []), ...(ids?.split("-") ?? [])]);
  const localDate = dateIn(timezone);
  const period = {
    from: from ? Date.parse(from) - dayMs : 0,
    to: to ? Date.parse(to) + 2 * dayMs : now + aheadMs,
  };
  return competitionsOf(host, query)
    .flatMap((competition) => world.season.gamesBetween(competition, period, now))
    .filter(({ competition, startsAt, sourceId }) => {
      const day = localDate(startsAt);
      return (
        (from === undefined || day >= from) &&
        (to === undefined || day <= to) &&
        (season === undefined || String(seasonOf(competition, startsAt)) === season) &&
        (wanted.size === 0 || wanted.has(String(sourceId)))
      );
    });
}

function competitionsOf(host: Host, { league }: Query): Competition[] {
  return competitions.filter(
    ({ sport, sourceId }) =>
      hostOf[sport] === host &&
      (host === "mma" || league === undefined || String(sourceId) === league),
  );
}

function dateIn(timeZone: string): (time: number) => string {
  const formatter = new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" });
  return (time) => formatter.format(time);
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

function count(world: World, res: Response): void {
  const left = requestsLeft(world) - 1;
  const day = dayOf(world.clock.now());
  world.store.set({ requests: { day, used: world.requestsPerDay - left } });
  res.set({
    "x-ratelimit-requests-limit": String(world.requestsPerDay),
    "x-ratelimit-requests-remaining": String(left),
    "X-RateLimit-Limit": "300",
    "X-RateLimit-Remaining": "299",
  });
}

function send(
  res: Response,
  answer: { get: string; query: Query; errors: object; response: object[]; host: Host },
): void {
  const { get, query, errors, response, host } = answer;
  // An empty object is an empty array, as PHP writes it.
  const parameters = Object.keys(query).length > 0 ? query : [];
  const paging = host === "football" ? { paging: { current: 1, total: 1 } } : {};
  res.json({ get, parameters, errors, results: response.length, ...paging, response });
}
