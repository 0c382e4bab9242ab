import { kindOf } from "../objects/build.ts";
import type { TestClock } from "../objects/types.ts";
import type { World } from "./world.ts";

/** Runs the function in the time of the test clock that the first of these objects with a test clock has. */
export function inTimeOf<T>(world: World, named: unknown[], run: () => T): T {
  for (const id of named) {
    const clock = typeof id === "string" ? clockOf(world, id) : undefined;
    if (clock) return world.clock.during(clock.frozen_time, run, clock.id);
  }
  return run();
}

/** The test clock of a customer, or of an object that belongs to a customer or to a charge. */
function clockOf({ store }: World, id: string): TestClock | undefined {
  const kind = kindOf(id);
  if (kind === "test_helpers.test_clock") return store.find(kind, id);
  const found = kind && (store.find(kind, id) as Owned | undefined);
  const { customer = kind === "customer" ? id : store.find("charge", found?.charge)?.customer } =
    found ?? {};
  const { test_clock: clock } = store.find("customer", customer) ?? {};
  return typeof clock === "string" ? store.find("test_helpers.test_clock", clock) : undefined;
}

type Owned = { customer?: string | null; charge?: string };
