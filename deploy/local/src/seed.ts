import { join } from "node:path";
import { repoRoot } from "./paths.ts";
import { readyAddress, presentPrograms } from "./processes.ts";
import { run } from "./run.ts";
import { type Secrets, ensureSecrets } from "./secrets.ts";
import { buyPlan } from "./seed-subscription.ts";
import { programEnv } from "./service-env.ts";
import type { Settings } from "./settings.ts";

/** A user to try the product with. */
export type DemoLogin = {
  who: "admin" | "subscriber" | "trial user" | "free user";
  username: string;
  password: string;
  email: string;
};

/** The demo users of an installation. */
export const demoLogins = (secrets: Secrets): DemoLogin[] => {
  const login = (who: DemoLogin["who"], username: string, password: string): DemoLogin => ({
    who,
    username,
    password,
    email: `${username}@orbline.example`,
  });
  return [
    login("admin", "admin_demo", secrets.DEMO_ADMIN_PASSWORD),
    login("subscriber", "demo_subscriber", secrets.DEMO_SUBSCRIBER_PASSWORD),
    login("trial user", "demo_trial", secrets.DEMO_TRIAL_PASSWORD),
    login("free user", "demo_free", secrets.DEMO_FREE_PASSWORD),
  ];
};

/** What identity's command for demo users reads. */
export type DemoAccount = Pick<DemoLogin, "username" | "password" | "email"> & {
  role: "admin" | "user";
};

const accountOf = ({ who, username, password, email }: DemoLogin): DemoAccount => ({
  username,
  password,
  email,
  role: who === "admin" ? "admin" : "user",
});

const planOf = { subscriber: "monthly", "trial user": "trial" } as const;

/**
 * Makes the demo users of an installation whose gateway answers at `url`; those that are there stay as
 * they are. `makeAccounts` runs identity's own command, so that its rules hold for them too.
 */
export const seedUsers = async (parts: {
  secrets: Secrets;
  url: string;
  makeAccounts: (accounts: DemoAccount[]) => Promise<unknown>;
}): Promise<DemoLogin[]> => {
  const logins = demoLogins(parts.secrets);
  await parts.makeAccounts(logins.map(accountOf));
  await Promise.all(
    logins.map(async (login) => {
      const plan = planOf[login.who as keyof typeof planOf];
      if (plan) await buyPlan(parts.url, login, plan);
    }),
  );
  return logins;
};

/** Where the gateway of the product that `make up` started answers. */
export const gatewayUrl = (settings: Settings): string => {
  const gateway = presentPrograms().find(({ name }) => name === "gateway");
  if (!gateway) throw new Error("there is no gateway");
  const { host, port } = readyAddress(settings, gateway);
  return `http://${host}:${port}`;
};

/** Makes the demo users of the product that `make up` started. */
export const seed = (settings: Settings): Promise<DemoLogin[]> => {
  const secrets = ensureSecrets(settings.dataDir);
  const env = programEnv("identity", { settings, secrets });
  const makeAccounts = (accounts: DemoAccount[]) =>
    run(process.execPath, [join(repoRoot, "services/identity/src/demo-seed.ts")], {
      env: { ...env, LOG_LEVEL: "warn", DEMO_USERS: JSON.stringify(accounts) },
    });
  return seedUsers({ secrets, url: gatewayUrl(settings), makeAccounts });
};
