import { readDemoSeedConfig } from "./config.ts";
import { createAdmin } from "./use-cases/create-admin.ts";
import { seedUser } from "./use-cases/seed-user.ts";
import { withAccounts } from "./with-accounts.ts";

const config = readDemoSeedConfig();

const seeded = await withAccounts(config, async (deps) => {
  const made = { admin: createAdmin(deps), user: seedUser(deps) };
  const results = [];
  for (const { role, ...input } of config.DEMO_USERS) {
    const { account, created } = await made[role](input);
    results.push({ id: account.user.id, username: account.user.username, role, created });
  }
  return results;
});

process.stdout.write(`${JSON.stringify(seeded)}\n`);
