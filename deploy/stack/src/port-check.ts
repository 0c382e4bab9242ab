import { isFree } from "@orbline/engines/ports";
import { localEngines, presentPrograms } from "./processes.ts";
import type { Settings } from "./configuration/settings.ts";
import type { PortName } from "./configuration/variables.ts";

/** A port that this product needs, and the variable that moves it. */
export type NeededPort = { name: PortName; port: number; process: string };

/** Every port that the product would listen on with this configuration. */
export const neededPorts = (settings: Settings): NeededPort[] =>
  [...localEngines(settings), ...presentPrograms()].flatMap((owner) =>
    owner.ports.map((name) => ({ name, port: settings.ports[name], process: owner.name })),
  );

/** One line for each port that is used twice in the configuration or is taken by another program. */
export const portProblems = async (needed: NeededPort[], own: number[] = []): Promise<string[]> => {
  const lines = needed.map(async ({ name, port, process }, index) => {
    const earlier = needed.findIndex((other) => other.port === port);
    if (earlier < index) return `${name} is ${port}, as ${needed[earlier]?.name} is; move one`;
    if (own.includes(port) || (await isFree(port))) return undefined;
    return `port ${port} (${process}) is taken by another program; set ${name} to move it`;
  });
  return (await Promise.all(lines)).filter((line) => line !== undefined);
};
