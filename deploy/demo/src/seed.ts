import { buyPlan } from "./buy-plan.ts";

/** A user to try the product with. */
export type DemoLogin = {
  who: "admin" | "subscriber" | "trial user" | "free user";
  username: string;
  password: string;
  email: string;
  /** Secret of the authenticator app, in base32, of a user with two-step sign-in. */
  totpSecret?: string;
};

/** Demo passwords of one installation. */
export type DemoPasswords = Record<
  | "DEMO_ADMIN_PASSWORD"
  | "DEMO_ADMIN_TOTP"
  | "DEMO_SUBSCRIBER_PASSWORD"
  | "DEMO_TRIAL_PASSWORD"
  | "DEMO_FREE_PASSWORD",
  string
>;

/** A running product for demo data. */
export type DemoTarget = {
  /** Origin of the gateway. */
  url: string;
  passwords: DemoPasswords;
  /** Runs a program of one service with that service's environment and these variables; returns its output. */
  runCommand: (
    service: "identity" | "prediction",
    file: string,
    env: Record<string, string>,
  ) => Promise<string>;
};

const planOf = { subscriber: "monthly", "trial user": "trial" } as const;

/** Creates the demo users of an installation; existing ones stay unchanged. */
export async function seedUsers(target: DemoTarget): Promise<DemoLogin[]> {
  const logins = demoLogins(target.passwords);
  const accounts = logins.map(({ who, ...account }) => ({
    ...account,
    role: who === "admin" ? "admin" : "user",
  }));
  await target.runCommand("identity", "src/commands/demo-seed.ts", {
    LOG_LEVEL: "warn",
    DEMO_USERS: JSON.stringify(accounts),
  });
  await Promise.all(
    logins.map(async (login) => {
      const plan = planOf[login.who as keyof typeof planOf];
      if (plan) await buyPlan(target.url, login, plan);
    }),
  );
  return logins;
}

/** The demo users of an installation. */
export function demoLogins(passwords: DemoPasswords): DemoLogin[] {
  const login = (who: DemoLogin["who"], username: string, password: string): DemoLogin => ({
    who,
    username,
    password,
    email: `${username}@orbline.example`,
  });
  return [
    {
      ...login("admin", "admin_demo", passwords.DEMO_ADMIN_PASSWORD),
      totpSecret: passwords.DEMO_ADMIN_TOTP,
    },
    login("subscriber", "demo_subscriber", passwords.DEMO_SUBSCRIBER_PASSWORD),
    login("trial user", "demo_trial", passwords.DEMO_TRIAL_PASSWORD),
    login("free user", "demo_free", passwords.DEMO_FREE_PASSWORD),
  ];
}
