import { parseArgs } from "node:util";
import { readFactorRemoveConfig } from "../config.ts";
import { removeFactors } from "../use-cases/access.ts";
import { printResult, withSessions } from "./accounts.ts";

const usage = `Removes two-step sign-in and all passkeys of an account whose owner has lost them, ends the sessions and emails the owner.
After that, the password is enough to sign in. Check the owner's identity first.

  npm run factor:remove -- --username jo
`;

const { values } = parseArgs({
  options: { username: { type: "string" }, help: { type: "boolean", default: false } },
});

async function main(): Promise<string> {
  const config = readFactorRemoveConfig({
    ...(values.username !== undefined && { FACTOR_USERNAME: values.username }),
  });
  const { FACTOR_USERNAME: username } = config;
  const hadFactor = await withSessions(config, (deps) => removeFactors(deps, username));
  return hadFactor
    ? `The password alone signs in to ${username} now, and the sessions have ended.\n`
    : `${username} has neither two-step sign-in nor a passkey. The sessions have ended.\n`;
}

await printResult(() => (values.help ? usage : main()));
