import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/**
 * Gives back the memory that only a start needed; the process stands still for that, about a tenth of a second. By
 * itself V8 keeps it until it collects all garbage again, and a process with little to do does not come to that. The
 * room for young objects is given back too. It grows again with what survives of each request; where that is next to
 * nothing, as in the gateway, requests cost more for long: docs/performance.md.
 */
export const giveBackStartMemory = (): void => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as NodeJS.GCFunction;
  // Others collect what is garbage and keep its room.
  collect({ type: "major", execution: "sync", flavor: "last-resort" });
};
