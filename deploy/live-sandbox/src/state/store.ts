import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { z } from "zod";
import { faultSchema } from "../faults.ts";
import { changeSchema } from "../season/changes.ts";

const time = z.number();

const stateSchema = z.object({
  /** The first moment of the sandbox; its season begins some days before. */
  openedAt: time,
  /** `at` on the sandbox's clock was `wall` in real time. */
  clock: z.object({ at: time, wall: time, speed: z.number().min(0) }),
  changes: z.array(z.object({ gameId: z.string(), at: time, change: changeSchema })),
  faults: z.array(z.object({ ...faultSchema.shape, from: time, to: time })),
  /** Credits of The Odds API in one month of the sandbox's clock. */
  credits: z.object({ month: z.string(), used: z.number() }),
  /** Requests to API-Sports on one day of the sandbox's clock. */
  requests: z.object({ day: z.string(), used: z.number() }),
});

/** Everything that the seed does not decide. */
export type State = z.output<typeof stateSchema>;

export type Store = ReturnType<typeof openStore>;

/** The state of the sandbox. With a file every change is on disk before it takes effect, whatever kills the process. */
export function openStore(file: string | undefined, initial: State) {
  const isKnown = file !== undefined && existsSync(file);
  let state = isKnown ? stateSchema.parse(JSON.parse(readFileSync(file, "utf8"))) : initial;
  if (file !== undefined && !isKnown) {
    mkdirSync(dirname(file), { recursive: true });
    write(file, state);
  }
  return {
    get: (): State => state,
    set: (parts: Partial<State>): void => {
      const next = { ...state, ...parts };
      if (file !== undefined) write(file, next);
      state = next;
    },
  };
}

function write(file: string, state: State): void {
  writeFileSync(`${file}.new`, JSON.stringify(state));
  renameSync(`${file}.new`, file);
}
