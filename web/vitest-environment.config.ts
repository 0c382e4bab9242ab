import { builtinEnvironments, type Environment } from "vitest/runtime";

const simulated = builtinEnvironments["happy-dom"];

// The simulated browser's own write every request that a page gives up, and every refusal, to the terminal.
const network = [
  "fetch",
  "Request",
  "Response",
  "Headers",
  "AbortController",
  "AbortSignal",
] as const;

/** A simulated browser whose requests are Node's. */
const environment: Environment = {
  ...simulated,
  name: "browser",
  setup: async (global: typeof globalThis, options) => {
    const own = network.map((name) => [name, global[name]] as const);
    const running = await simulated.setup(global, options);
    Object.assign(global, Object.fromEntries(own));
    return running;
  },
};
export default environment;
