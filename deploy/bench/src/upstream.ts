import { testKeys } from "@orbline/kit/testing/keys";
import { z } from "zod";
import { startHelper } from "./helper.ts";

const readySchema = z.object({ port: z.number() });
const seenSchema = z.object({
  requests: z.number(),
  users: z.array(z.tuple([z.string(), z.number()])),
});

/** The service behind everything that forwards, in a process of its own. */
export const startUpstream = async () => {
  const args = [testKeys.env.ASSERTION_PUBLIC_KEY, "billing"];
  const helper = await startHelper("upstream-process.ts", args);
  return {
    port: readySchema.parse(helper.ready).port,
    /**
     * @throws unless it got so many requests since it was asked last, all in the names of these users and some
     * in the name of each; without users, all in nobody's
     */
    expect: async (requests: number, users: string[] = []): Promise<void> => {
      const seen = seenSchema.parse(await helper.ask("seen"));
      const known = seen.users.filter(([user]) => users.includes(user));
      const asserted = known.reduce((sum, [, count]) => sum + count, 0);
      const isRight =
        seen.requests === requests &&
        known.length === users.length &&
        asserted === (users.length > 0 ? requests : 0);
      if (isRight) return;
      const found = `${seen.requests} of ${requests} requests`;
      const named = `${asserted} in the names of ${known.length} of ${users.length} users`;
      throw new Error(`the upstream has seen ${found}, ${named}`);
    },
    stop: helper.stop,
  };
};
/** The service behind everything that forwards. */
export type Upstream = Awaited<ReturnType<typeof startUpstream>>;
