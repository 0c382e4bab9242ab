import { randomBytes } from "node:crypto";
import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { readAdminCreateConfig } from "../config.ts";
import { createAdmin } from "../use-cases/register.ts";
import { printResult, withAccounts } from "./accounts.ts";

const usage = `Makes an admin's account with two-step sign-in.

  npm run admin:create -- --username admin_jo [--email jo@example.com] [--password-stdin]

Without --password-stdin the password is ADMIN_PASSWORD, or a random one that is printed once.
`;

const { values } = parseArgs({
  options: {
    username: { type: "string" },
    email: { type: "string" },
    "password-stdin": { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});

async function main(): Promise<string> {
  const config = readAdminCreateConfig({
    ADMIN_USERNAME: values.username,
    ADMIN_EMAIL: values.email,
    ADMIN_PASSWORD: values["password-stdin"] ? (await text(process.stdin)).trimEnd() : undefined,
  });
  const { ADMIN_USERNAME: username, ADMIN_EMAIL: email, ADMIN_PASSWORD: given } = config;
  const password = given ?? makePassword();
  const { created, secondFactor } = await withAccounts(config, (deps) =>
    createAdmin(deps, { username, email, password }),
  );
  if (!created) return `${username} is an admin already; nothing was changed.\n`;
  return [
    `${username} is an admin now. Shown only here:`,
    ...(given ? [] : [`Password: ${password}`]),
    `For the authenticator app: ${secondFactor?.uri}`,
    `Recovery codes: ${secondFactor?.recoveryCodes.join(" ")}`,
    "",
  ].join("\n");
}

/** A random password that meets every password rule. */
function makePassword(): string {
  return `Adm1-${randomBytes(15).toString("base64url")}`;
}

await printResult(() => (values.help ? usage : main()));
