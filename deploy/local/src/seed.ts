import { join } from "node:path";
import { repoRoot } from "./paths.ts";
import { run } from "./run.ts";
import { type Secrets, ensureSecrets } from "./secrets.ts";
import { programEnv } from "./service-env.ts";
import type { Settings } from "./settings.ts";

/** A user to try the product with. */
export type DemoLogin = { who: string; username: string; password: string };

const demoLogins = (secrets: Secrets): DemoLogin[] => [
  { who: "admin", username: "admin_demo", password: secrets.DEMO_ADMIN_PASSWORD },
  { who: "free user", username: "demo_free", password: secrets.DEMO_FREE_PASSWORD },
];

/** Accounts are made by identity's own command, so that its rules hold for them too. */
const makeAccounts = async (settings: Settings, secrets: Secrets, logins: DemoLogin[]) => {
  const users = logins.map(({ who, username, password }) => ({
    username,
    password,
    role: who === "admin" ? "admin" : "user",
  }));
  const env = programEnv("identity", { settings, secrets });
  await run(process.execPath, [join(repoRoot, "services/identity/src/demo-seed.ts")], {
    env: { ...env, LOG_LEVEL: "warn", DEMO_USERS: JSON.stringify(users) },
  });
};

/**
 * Makes the demo users of this installation; those that are there stay as they are. Never with
 * NODE_ENV=production.
 */
export const seed = async (settings: Settings): Promise<DemoLogin[]> => {
  if (settings.nodeEnv === "production") return [];
  const secrets = ensureSecrets(settings.dataDir);
  const logins = demoLogins(secrets);
  await makeAccounts(settings, secrets, logins);
  return logins;
};
