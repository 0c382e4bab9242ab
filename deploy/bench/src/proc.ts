import { readFileSync, readdirSync } from "node:fs";

/** The kernel reports CPU time in hundredths of a second. */
const msPerTick = 10;

/** CPU time in milliseconds, user and system, of the line in `/proc/<pid>/stat`. */
export function parseCpuMs(stat: string): number {
  // The program's name is in parentheses and may contain spaces and parentheses.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * msPerTick;
}

/** Megabytes of memory in `/proc/<pid>/smaps_rollup`; shared memory counts in proportion. */
export const parsePssMb = (rollup: string): number =>
  Number(/^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1] ?? 0) / 1_024;

/** Total CPU time of these processes so far, in milliseconds. @throws when one has ended */
export function cpuMs(pids: number[]): number {
  const each = pids.map((pid) => parseCpuMs(readFileSync(`/proc/${pid}/stat`, "utf8")));
  return each.reduce((sum, ms) => sum + ms, 0);
}

/** Memory of a process in megabytes. @throws when it has ended */
export const pssMb = (pid: number): number =>
  parsePssMb(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"));

/** The child processes of a process. */
export const childPids = (pid: number): number[] =>
  readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8")
      .split(" ")
      .filter(Boolean)
      .map(Number),
  );

/** The first words of a process's command line. */
export const commandOf = (pid: number): string =>
  readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").slice(0, 2).join(" ");
