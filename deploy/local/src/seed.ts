import type { Settings } from "./settings.ts";

/** A user to try the product with. */
export type DemoLogin = { who: string; username: string; password: string };

/** Makes the demo users of this installation, once. Never with NODE_ENV=production. */
export const seed = async (settings: Settings): Promise<DemoLogin[]> => {
  if (settings.nodeEnv === "production") return [];
  return [];
};
