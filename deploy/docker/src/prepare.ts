import { ensureSecrets } from "@orbline/stack/configuration/secrets";
import { composeEnv, writeComposeEnv } from "./compose-env.ts";
import { composeSecrets, type MongoUsers, writeSecrets } from "./compose-secrets.ts";
import type { Settings } from "./config.ts";

/**
 * Makes the secrets of a profile that do not exist yet, and writes everything that docker-compose.yml needs into its
 * folder. @throws when profile prod lacks a required variable
 * @returns the variables for Compose, and the file that has them
 */
export function prepare(settings: Settings, users?: MongoUsers) {
  const secrets = ensureSecrets(settings.folder);
  const files = composeSecrets(settings, secrets, users);
  const env = composeEnv(settings, secrets, files);
  writeSecrets(settings, files);
  return { env, file: writeComposeEnv(settings, env) };
}
