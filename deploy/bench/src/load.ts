import { z } from "zod";
import { startHelper } from "./helper.ts";

/** Requests of one kind; connection n sends the n-th of `headers`, again from the first when there are fewer. */
export type Call = {
  origin: string;
  method: "GET" | "POST";
  path: string;
  headers: Record<string, string>[];
  body?: string;
  /** What every answer must be: its status and a part of its body. */
  expected: { status: number; includes: string };
};

/** Work for the load generator. */
export type LoadJob = { call: Call; requests: number; connections: number };

const resultSchema = z.object({
  seconds: z.number(),
  p50Ms: z.number(),
  p99Ms: z.number(),
  /** Answers that were not as expected, and one of them. */
  wrong: z.number(),
  example: z.string(),
  /** Body of the answer that came last. */
  lastBody: z.string(),
});
/** What the load generator found. */
export type LoadResult = z.output<typeof resultSchema>;

/** A load generator in a process of its own, so that its work is not counted with anybody's. */
export const startLoad = async () => {
  const helper = await startHelper("load-process.ts");
  return {
    /** Sends so many requests on so many kept connections, one at a time on each. */
    run: async (job: LoadJob): Promise<LoadResult> => resultSchema.parse(await helper.ask(job)),
    stop: helper.stop,
  };
};
/** A load generator. */
export type Load = Awaited<ReturnType<typeof startLoad>>;
