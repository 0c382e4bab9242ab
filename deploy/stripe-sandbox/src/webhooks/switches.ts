import { z } from "zod";
import type { Settings } from "../state/settings.ts";

/** What happens to the webhooks of new events; `types` limits it to those event types. */
export const switchesSchema = z.strictObject({
  drop: z.boolean(),
  delayMs: z.int().min(0).max(86_400_000),
  duplicates: z.int().min(0).max(100),
  shuffleMs: z.int().min(0).max(600_000),
  types: z.array(z.string().min(1)).max(100),
});

export type Switches = z.output<typeof switchesSchema>;

/** Everything is delivered once, in order, at once. */
export const plainPattern: Switches = {
  drop: false,
  delayMs: 0,
  duplicates: 0,
  shuffleMs: 0,
  types: [],
};

const namePattern = "webhooks.switches";

/** The switches in force. */
export const readSwitches = (settings: Settings): Switches =>
  settings.read(namePattern, plainPattern);

/** Changes some of the switches and answers all of them. */
export const writeSwitches = (settings: Settings, patch: Partial<Switches>): Switches => {
  const next = { ...readSwitches(settings), ...patch };
  settings.write(namePattern, next);
  return next;
};
