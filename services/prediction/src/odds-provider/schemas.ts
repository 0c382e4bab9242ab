import { z } from "zod";

const time = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

const event = {
  id: z.string().min(1).max(100),
  sport_key: z.string(),
  commence_time: time,
  home_team: z.string().min(1).max(100),
  away_team: z.string().min(1).max(100),
};

const outcome = z.object({
  name: z.string(),
  price: z.number(),
  point: z.number().nullish(),
});

const market = z.object({
  key: z.string(),
  last_update: time.nullish(),
  outcomes: z.array(outcome).max(1_000),
});

const bookmaker = z.object({
  key: z.string(),
  title: z.string(),
  last_update: time.nullish(),
  markets: z.array(market).max(100),
});

const score = z.object({ name: z.string(), score: z.string().nullable() });

/** GET /v4/sports/{key}/events: games without prices. */
export const eventsSchema = z.array(z.object(event)).max(5_000);
export type ProviderEvent = z.output<typeof eventsSchema>[number];

/** GET /v4/sports/{key}/odds: games with every book's prices. */
export const oddsSchema = z
  .array(z.object({ ...event, bookmakers: z.array(bookmaker).max(500) }))
  .max(5_000);
export type ProviderOdds = z.output<typeof oddsSchema>[number];
export type ProviderBook = ProviderOdds["bookmakers"][number];
export type ProviderMarket = ProviderBook["markets"][number];

/** GET /v4/sports/{key}/scores: scores are strings, and null while there are none. */
export const scoresSchema = z
  .array(z.object({ ...event, completed: z.boolean(), scores: z.array(score).nullable() }))
  .max(5_000);
export type ProviderScore = z.output<typeof scoresSchema>[number];

/** A refusal; `error_code` says why. */
export const refusalSchema = z.object({ error_code: z.string().max(60) });

const named = z.object({ key: z.string().optional(), id: z.string().optional() });

/** Names the part of a response at a path: the event's id, then the keys of book and market. */
export const partAt = (body: unknown, path: readonly PropertyKey[]): string => {
  let part = body;
  const words: string[] = [];
  for (const step of path) {
    part = (part as Record<PropertyKey, unknown> | undefined)?.[step];
    const { data } = named.safeParse(part);
    const word = data?.id ?? data?.key;
    if (word !== undefined) words.push(word.slice(0, 60));
    else if (typeof step === "string" && !["bookmakers", "markets", "outcomes"].includes(step))
      words.push(step);
  }
  return words.join(", ");
};
