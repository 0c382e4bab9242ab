import { readdirSync, readFileSync } from "node:fs";
import { stackPids } from "@orbline/local/supervisor";

type Sample = { name: string; residentMb: number; handles: number };

const sample = (pid: number): Sample => {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0);
  // Programs here are `node …/<workspace>/src/main.ts`, engines go by their command.
  const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").join(" ");
  return {
    name: /([\w-]+)\/src\/main\.ts/.exec(command)?.[1] ?? command.split(" ")[0] ?? String(pid),
    residentMb: kilobytes / 1024,
    handles: readdirSync(`/proc/${pid}/fd`).length,
  };
};

const samplesOf = (dataDir: string) => {
  const samples = new Map<number, Sample>();
  for (const pid of stackPids({ dataDir })) {
    try {
      samples.set(pid, sample(pid));
    } catch {
      // It has ended meanwhile.
    }
  }
  return samples;
};

/** Memory (MB, resident) and open handles of every process of a stack, now and when `report` is called. */
export const watchProcesses = (dataDir: string) => {
  const before = samplesOf(dataDir);
  return {
    report: (): string =>
      [...samplesOf(dataDir)]
        .map(([pid, { name, residentMb, handles }]) => {
          const was = before.get(pid);
          const memory = `${was?.residentMb.toFixed(0) ?? "-"} → ${residentMb.toFixed(0)} MB`;
          return `${name.padEnd(16)} ${memory.padEnd(16)} handles ${was?.handles ?? "-"} → ${handles}`;
        })
        .join("\n"),
  };
};
