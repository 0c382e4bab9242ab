import { readDemoSeedConfig } from "../config.ts";
import { createAdmin, createDemoUser } from "../use-cases/register.ts";
import { withAccounts } from "./accounts.ts";

const config = readDemoSeedConfig();

const seeded = await withAccounts(config, async (deps) => {
  const results = [];
  for (const { role, totpSecret, ...input } of config.DEMO_USERS) {
    const { account, created } =
      role === "admin"
        ? await createAdmin(deps, { ...input, totpSecret })
        : await createDemoUser(deps, input);
    results.push({ id: account.user.id, username: account.user.username, role, created });
  }
  return results;
});

process.stdout.write(`${JSON.stringify(seeded)}\n`);
