import { readDemoSeedConfig } from "../config.ts";
import { createAdmin, createDemoUser } from "../use-cases/register.ts";
import { withAccounts } from "./accounts.ts";

const config = readDemoSeedConfig();

const seeded = await withAccounts(config, async (deps) => {
  const results = [];
  for (const { role, ...input } of config.DEMO_USERS) {
    const create = role === "admin" ? createAdmin : createDemoUser;
    const { account, created } = await create(deps, input);
    results.push({ id: account.user.id, username: account.user.username, role, created });
  }
  return results;
});

process.stdout.write(`${JSON.stringify(seeded)}\n`);
