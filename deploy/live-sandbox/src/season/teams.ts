import { readFileSync } from "node:fs";
import { join } from "node:path";
import { repoRoot } from "@orbline/engines/paths";
import { parse } from "csv-parse/sync";
import { z } from "zod";
import fighters from "./fighters.json" with { type: "json" };

/** The names of the teams of each league, in the spelling of The Odds API. */
export type Teams = ReadonlyMap<string, readonly string[]>;

const teamsFile = join(repoRoot, "services/prediction/data/current-teams.csv");

const rowsSchema = z.array(z.object({ league: z.string().min(1), name: z.string().min(1) }));

/** Reads the current teams of every league; fighters are partly real and partly invented. */
export function loadTeams(file = teamsFile): Teams {
  const rows = rowsSchema.parse(parse(readFileSync(file, "utf8"), { columns: true }));
  const leagues = Map.groupBy(rows, ({ league }) => league);
  const names = [...leagues].map(
    ([league, teams]) => [league, teams.map(({ name }) => name)] as const,
  );
  return new Map([...names, ["ufc", fighterNames()]]);
}

const realFighters = new Set(fighters.known);

/** Whether a name is that of a real fighter. */
export const isReal = (name: string): boolean => realFighters.has(name);

function fighterNames(): string[] {
  const invented = fighters.first.flatMap((first) =>
    fighters.last.map((last) => `${first} ${last}`),
  );
  return [...fighters.known, ...invented];
}
