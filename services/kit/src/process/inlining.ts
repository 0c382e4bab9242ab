import { setFlagsFromString } from "node:v8";

/**
 * Lets V8 put three times as much bytecode as by default into one optimized function, as a request passes through many
 * small ones; docs/performance.md has what that gives. The limits are read at each optimization, so that they hold for
 * all that comes after this.
 */
export const inlineMore = (): void => {
  setFlagsFromString("--max-inlined-bytecode-size=1200");
  setFlagsFromString("--max-inlined-bytecode-size-cumulative=3000");
};
