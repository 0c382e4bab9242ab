import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import { z } from "zod";

/** Names in one cell of a data file. */
const namesSchema = z.string().transform((cell) => cell.split("; ").filter(Boolean));
const monthAndDay = z.string().regex(/^\d\d-\d\d$/);

/** Rated teams with the other names of results files and the provider; `group` is a sport or a soccer country. */
export const aliases = readRows(
  "aliases.csv",
  z.strictObject({
    group: z.string().min(1),
    name: z.string().min(1),
    nicknames: namesSchema,
    aliases: namesSchema,
  }),
);

/** Rated soccer leagues, with a regular season by month and day; one without a key is unknown to the provider. */
export const leagues = readRows(
  "leagues.csv",
  z.strictObject({
    league: z.string().min(1),
    country: z.string().min(1),
    key: z.string(),
    timeZone: z.string().min(1),
    from: monthAndDay,
    to: monthAndDay,
  }),
);

const teamSchema = z.strictObject({ league: z.string().min(1), name: z.string().min(1) });

/** Every current team by its sport or soccer league, as the provider spells it. */
export const currentTeams = readRows("current-teams.csv", teamSchema);

/** Current teams without any result in the ratings; only the market is known of them. */
export const unratedTeams = readRows("unrated-teams.csv", teamSchema);

function readRows<Row>(file: string, schema: z.ZodType<Row>): Row[] {
  const text = readFileSync(new URL(`../../data/${file}`, import.meta.url), "utf8");
  return z.array(schema).parse(parse(text, { columns: true }));
}
