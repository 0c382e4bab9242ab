import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** A program with its arguments, and the line it prints when it is ready to serve. */
export type EngineCommand = { command: string; args: string[]; readyLine: string };

/** Full path of a program on PATH, or undefined. */
export function onPath(name: string): string | undefined {
  return (process.env["PATH"] ?? "")
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file));
}

/**
 * JVM flags of a small program that starts quickly and writes no jstat figures. It exits when memory runs out, so that
 * its supervisor restarts it.
 */
export const smallJvm = [
  "-XX:TieredStopAtLevel=1",
  "-XX:-UsePerfData",
  "-XX:+ExitOnOutOfMemoryError",
];
