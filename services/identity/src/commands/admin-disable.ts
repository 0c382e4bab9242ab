import { parseArgs } from "node:util";
import { readAdminDisableConfig } from "../config.ts";
import { disableAdmin } from "../use-cases/access.ts";
import { printResult, withSessions } from "./accounts.ts";

const usage = `Takes the role of an admin away and ends the sessions. The account stays, as a user's.

  npm run admin:disable -- --username admin_jo
`;

const { values } = parseArgs({
  options: { username: { type: "string" }, help: { type: "boolean", default: false } },
});

async function main(): Promise<string> {
  const config = readAdminDisableConfig({
    ...(values.username !== undefined && { ADMIN_USERNAME: values.username }),
  });
  const { ADMIN_USERNAME: username } = config;
  const wasAdmin = await withSessions(config, (deps) => disableAdmin(deps, username));
  return wasAdmin
    ? `${username} is no admin any more, and the sessions have ended.\n`
    : `${username} is no admin. The sessions have ended.\n`;
}

await printResult(() => (values.help ? usage : main()));
