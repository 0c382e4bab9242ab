import { z } from "zod";
import type { Settings } from "../state/settings.ts";

/** How webhooks of new events are delivered. `types` limits the switches to those event types. */
export const switchesSchema = z.strictObject({
  drop: z.boolean(),
  delayMs: z.int().min(0).max(86_400_000),
  duplicates: z.int().min(0).max(100),
  shuffleMs: z.int().min(0).max(600_000),
  types: z.array(z.string().min(1)).max(100),
});

export type Switches = z.output<typeof switchesSchema>;

export const defaultSwitches: Switches = {
  drop: false,
  delayMs: 0,
  duplicates: 0,
  shuffleMs: 0,
  types: [],
};

const settingName = "webhooks.switches";

export function readSwitches(settings: Settings): Switches {
  return settings.read(settingName, defaultSwitches);
}

/** Changes some switches and returns all of them. */
export function writeSwitches(settings: Settings, patch: Partial<Switches>): Switches {
  const next = { ...readSwitches(settings), ...patch };
  settings.write(settingName, next);
  return next;
}
