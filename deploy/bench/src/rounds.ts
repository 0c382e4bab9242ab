import type { Call, Load, LoadResult } from "./load.ts";
import { cpuMs } from "./proc.ts";
import { type Sample, type Samples, together } from "./summary.ts";

/** Something that is measured. */
export type Subject = {
  name: string;
  /** The processes whose CPU counts. */
  pids: number[];
  call: Call;
  /** Part of a run's requests that it gets; below 1 for what is slow. */
  share?: number;
  /** Waits until a run is logged and counted. @throws when the run was not what it seems */
  check: (run: LoadResult & { requests: number }) => Promise<void>;
};

const connections = 32;

const measure = async (load: Load, subject: Subject, wanted: number): Promise<Sample> => {
  const { name, pids, call, share = 1, check } = subject;
  const requests = Math.max(connections, Math.ceil(wanted * share));
  const before = cpuMs(pids);
  const result = await load.run({ call, requests, connections });
  // Before what proves the run: reading all metrics of a process is no part of a request.
  const cpuUs = ((cpuMs(pids) - before) * 1_000) / requests;
  if (result.wrong > 0)
    throw new Error(`${name}: ${result.wrong} wrong answers, such as ${result.example}`);
  await check({ ...result, requests });
  const { seconds, p50Ms, p99Ms } = result;
  return { cpuUs, p50Ms, p99Ms, requestsPerSecond: requests / seconds };
};

/** Turns of each subject in a round. What disturbs the machine for a second or two then disturbs all of them. */
const turns = 6;

const noSamples = (subjects: Subject[]): Samples =>
  Object.fromEntries(subjects.map(({ name }) => [name, []]));

const measureRound = async (
  { load, subjects }: { load: Load; subjects: Subject[] },
  requests: number,
): Promise<Record<string, Sample>> => {
  const samples = noSamples(subjects);
  for (let turn = 0; turn < turns; turn += 1) {
    // There and back, so that each comes after each of its neighbours as often.
    for (const subject of turn % 2 === 0 ? subjects : subjects.toReversed())
      samples[subject.name]?.push(await measure(load, subject, requests / turns));
  }
  return Object.fromEntries(Object.entries(samples).map(([name, all]) => [name, together(all)]));
};

/**
 * Measures subjects in turn, round after round, so that what changes on the machine meanwhile changes for all.
 * Two runs go before, for the compilers: until they are done, a tenth of a program's CPU is theirs, the more the
 * larger the program is. @throws when an answer or a check is wrong
 */
export const measureRounds = async ({
  load,
  subjects,
  rounds,
  requests,
}: {
  load: Load;
  subjects: Subject[];
  rounds: number;
  requests: number;
}): Promise<Samples> => {
  for (const subject of subjects) await measure(load, subject, requests * 2);
  const samples = noSamples(subjects);
  for (let round = 1; round <= rounds; round += 1) {
    console.log(`round ${round} of ${rounds}`);
    const measured = await measureRound({ load, subjects }, requests);
    for (const [name, sample] of Object.entries(measured)) samples[name]?.push(sample);
  }
  return samples;
};
