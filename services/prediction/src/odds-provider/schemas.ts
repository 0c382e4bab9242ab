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

/** One book's prices of a game. */
export const bookSchema = z.object({
  key: z.string(),
  title: z.string().min(1).max(100),
  last_update: time.nullish(),
  markets: z.array(market).max(100),
});

const score = z.object({ name: z.string(), score: z.string().nullable() });

/** A list of events, each to be read alone: one that is not as documented costs no other. */
export const listSchema = z.array(z.unknown()).max(5_000);

/** A game of GET /v4/sports/{key}/events: without prices. */
export const eventSchema = z.object(event);
export type ProviderEvent = z.output<typeof eventSchema>;

/** A game of GET /v4/sports/{key}/odds with every book's prices, each book to be read alone. */
export const oddsSchema = z.object({ ...event, bookmakers: z.array(z.unknown()).max(500) });
export type ProviderOdds = z.output<typeof oddsSchema>;
export type ProviderMarket = z.output<typeof bookSchema>["markets"][number];

/** A game of GET /v4/sports/{key}/scores: scores are strings, and null while there are none. */
export const scoreSchema = z.object({
  ...event,
  completed: z.boolean(),
  scores: z.array(score).nullable(),
});
export type ProviderScore = z.output<typeof scoreSchema>;

/** A refusal; `error_code` says why. */
export const refusalSchema = z.object({ error_code: z.string().max(60) });

const named = z.object({ key: z.string().optional(), id: z.string().optional() });

/** Names the part of an event at a path: the event's id, then the keys of what contains it. */
export const partAt = (listed: unknown, path: readonly PropertyKey[]): string => {
  let part = listed;
  const words: string[] = [];
  for (const step of [undefined, ...path]) {
    if (step !== undefined) part = (part as Record<PropertyKey, unknown> | undefined)?.[step];
    const { data } = named.safeParse(part);
    const word = data?.id ?? data?.key;
    if (word !== undefined) words.push(word.slice(0, 60));
    else if (typeof step === "string") words.push(step);
  }
  return words.join(", ");
};
