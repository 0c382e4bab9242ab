import { type Call, type LoadResult, runLoad } from "./load.ts";
import { cpuMs } from "./proc.ts";
import { combine, type Sample, type Samples } from "./summary.ts";

/** A program that is measured. */
export type Subject = {
  name: string;
  /** The processes whose CPU counts. */
  pids: number[];
  call: Call;
  /** Share of a run's requests; below 1 for slow routes. */
  share?: number;
  /** Waits until all requests are counted. @throws when a request is missing or went elsewhere */
  check: (run: LoadResult & { requests: number }) => Promise<void>;
};

const connections = 32;

/** Turns of each subject in a round. Short turns make a disturbance of a second affect all subjects. */
const turns = 6;

/**
 * Measures subjects in turn, round after round, so that changes of the machine affect all of them. A warm-up of two runs
 * precedes the rounds, because compilation first takes a tenth of a program's CPU. @throws when a response or a check is
 * wrong
 */
export async function measureRounds(
  subjects: Subject[],
  { rounds, requests }: { rounds: number; requests: number },
): Promise<Samples> {
  for (const subject of subjects) await measure(subject, requests * 2);
  const samples = noSamples(subjects);
  for (let round = 1; round <= rounds; round += 1) {
    console.log(`round ${round} of ${rounds}`);
    const measured = await measureRound(subjects, requests);
    for (const [name, all] of Object.entries(measured)) samples[name]?.push(combine(all));
  }
  return samples;
}

async function measureRound(subjects: Subject[], requests: number): Promise<Samples> {
  const samples = noSamples(subjects);
  for (let turn = 0; turn < turns; turn += 1)
    // Alternate the order, so that each subject follows each neighbor equally often.
    for (const subject of turn % 2 === 0 ? subjects : subjects.toReversed())
      samples[subject.name]?.push(await measure(subject, requests / turns));
  return samples;
}

async function measure(subject: Subject, wanted: number): Promise<Sample> {
  const { name, pids, call, share = 1, check } = subject;
  const requests = Math.max(connections, Math.ceil(wanted * share));
  const before = cpuMs(pids);
  const result = await runLoad(call, { requests, connections });
  // Reading a process's metrics in the check costs CPU that does not belong to the requests.
  const cpuUs = ((cpuMs(pids) - before) * 1_000) / requests;
  if (result.wrong > 0)
    throw new Error(`${name}: ${result.wrong} wrong responses, e.g. ${result.example}`);
  await check({ ...result, requests });
  const { seconds, p50Ms, p99Ms } = result;
  return { cpuUs, p50Ms, p99Ms, requestsPerSecond: requests / seconds };
}

function noSamples(subjects: Subject[]): Samples {
  return Object.fromEntries(subjects.map(({ name }) => [name, []]));
}
