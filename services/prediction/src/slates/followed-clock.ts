import { z } from "zod";
import type { Clock } from "../use-cases/ports.ts";

const answerSchema = z.object({
  now: z.iso.datetime({ offset: true }).transform((text) => Date.parse(text)),
  speed: z.number().min(0),
});

const timeoutMs = 5_000;

/**
 * A clock that another program moves: the live sandbox's, in development. Between two readings it runs on at the speed
 * of the last one. @throws when it cannot be read at all
 */
export async function followClock(
  url: string,
  { clock }: { clock: Clock },
): Promise<Clock & { read: () => Promise<void> }> {
  let known = { now: 0, speed: 0, readAt: 0 };
  const read = async () => {
    const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
    if (!response.ok) throw new Error(`the clock at ${url} answers ${response.status}`);
    const answer = answerSchema.parse(await response.json());
    known = { ...answer, readAt: clock.now().getTime() };
  };
  await read();
  return {
    now: () => new Date(known.now + (clock.now().getTime() - known.readAt) * known.speed),
    read,
  };
}
