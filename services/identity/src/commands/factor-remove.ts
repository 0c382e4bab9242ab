import { parseArgs } from "node:util";
import { isOutage } from "@orbline/kit/outage";
import { readFactorRemoveConfig } from "../config.ts";
import { removeFactors } from "../use-cases/access.ts";
import { withSessions } from "./accounts.ts";

const usage = `Removes two-step sign-in and all passkeys of an account whose owner has lost them, ends the sessions and emails the owner.
The password alone signs in then. First make sure that it is the owner who asks.

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

try {
  process.stdout.write(values.help ? usage : await main());
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  if (isOutage(error))
    process.stderr.write(
      "Start the product (make up), or set MONGO_URL, REDIS_URL and KAFKA_BROKERS.\n",
    );
  process.exitCode = 1;
}
