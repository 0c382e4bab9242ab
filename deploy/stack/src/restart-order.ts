import { programs } from "./processes.ts";

const needs = (name: string): readonly string[] =>
  programs.find((program) => program.name === name)?.after ?? [];

/**
 * Groups processes for a restart: each group only needs processes of earlier groups. The supervisor gives up on
 * a process for good when it starts while something that it waits for is being stopped.
 */
export const restartOrder = (names: readonly string[]): string[][] => {
  if (names.length === 0) return [];
  const isFree = (name: string) => !needs(name).some((needed) => names.includes(needed));
  const rest = names.filter((name) => !isFree(name));
  return [names.filter(isFree), ...restartOrder(rest)];
};
