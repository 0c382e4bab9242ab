import { createHash } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { kafkaAccessProperties } from "@orbline/engines/access";
import { databaseOf, type DataService, dataServices } from "@orbline/kit/mongo/access";
import { grpcTokens } from "@orbline/stack/configuration/environment";
import type { Secrets } from "@orbline/stack/configuration/secrets";
import { kafkaPasswords, redisAcl } from "@orbline/stack/processes";
import type { Settings } from "./config.ts";

/** Whether the MongoDB image has users. devmongo, which substitutes it on a machine without a registry, has none. */
export type MongoUsers = { mongoUsers: boolean };

/** Content of each file that docker-compose.yml mounts as a secret, by its name; empty for a key that is not set. */
export function composeSecrets(
  settings: Settings,
  secrets: Secrets,
  { mongoUsers }: MongoUsers = { mongoUsers: true },
): Record<string, string> {
  const ofServices = dataServices.map((service) => ofService(service, secrets, mongoUsers));
  const isDemo = settings.PROFILE === "demo";
  return {
    ...Object.assign({}, ...ofServices),
    ...ofEngines(secrets, mongoUsers),
    assertion_private_key: secrets.ASSERTION_PRIVATE_KEY,
    redis_url_gateway: redisUrl("gateway", secrets.REDIS_PASSWORD_GATEWAY),
    redis_url_identity: redisUrl("identity", secrets.REDIS_PASSWORD_IDENTITY),
    security_log_key: secrets.SECURITY_LOG_KEY,
    factor_key: secrets.FACTOR_KEY,
    self_exclusion_key: secrets.SELF_EXCLUSION_KEY,
    audit_key: secrets.AUDIT_KEY,
    record_signing_key: secrets.RECORD_SIGNING_KEY,
    vapid_public_key: secrets.VAPID_PUBLIC_KEY,
    vapid_private_key: secrets.VAPID_PRIVATE_KEY,
    stripe_secret_key: (isDemo ? secrets : settings).STRIPE_SECRET_KEY ?? "",
    stripe_webhook_secret: (isDemo ? secrets : settings).STRIPE_WEBHOOK_SECRET ?? "",
    smtp_url: isDemo ? "smtp://mailbox:8125" : (settings.SMTP_URL ?? ""),
    odds_api_key: settings.ODDS_API_KEY ?? "",
    api_sports_key: settings.API_SPORTS_KEY ?? "",
  };
}

/** The variables by which docker-compose.yml finds the files, and by which a change of them replaces containers. */
export function secretsEnv(settings: Settings, files: Record<string, string>) {
  const engines = ["kafka_server.properties", "mongo_password_root", "redis_users.acl"];
  const optional = ["odds_api_key", "api_sports_key", "mongo_passwords"];
  return {
    SECRETS_DIR: secretsFolder(settings),
    SECRETS_HASH: hashOf(Object.values(files)),
    ENGINE_SECRETS_HASH: hashOf(engines.map((name) => files[name] ?? "")),
    ...Object.fromEntries(
      optional
        .filter((name) => files[name])
        .map((name) => [`${name.toUpperCase()}_FILE`, `/run/secrets/${name}`]),
    ),
    ...(!files["mongo_passwords"] && { ALLOW_OPEN_ENGINES: "true" }),
  };
}

/** The folder of the files. */
export const secretsFolder = ({ folder }: Settings): string => join(folder, "secrets");

/**
 * Writes the files. Only the owner of the folder can open it. Each container runs as a user of its own and gets its
 * own files mounted one by one, so the files themselves are readable.
 */
export function writeSecrets(settings: Settings, files: Record<string, string>): void {
  const folder = secretsFolder(settings);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  for (const [name, content] of Object.entries(files)) {
    const file = join(folder, name);
    if (existsSync(file) && readFileSync(file, "utf8") === content) continue;
    writeFileSync(file, content);
    // The Kafka image copies its file with these permissions and then writes to the copy.
    chmodSync(file, 0o644);
  }
}

function ofService(service: DataService, secrets: Secrets, mongoUsers: boolean) {
  const name = service.toUpperCase() as Uppercase<DataService>;
  const user = mongoUsers ? `${service}:${secrets[`MONGO_PASSWORD_${name}`]}@` : "";
  return {
    [`mongo_url_${service}`]: `mongodb://${user}mongo:27017/${databaseOf(service)}?w=majority&journal=true`,
    [`kafka_password_${service}`]: secrets[`KAFKA_PASSWORD_${name}`],
    [`grpc_token_${service}`]: secrets[`GRPC_TOKEN_${name}`],
    [`grpc_tokens_${service}`]: grpcTokens(service, secrets),
  };
}

function ofEngines(secrets: Secrets, mongoUsers: boolean) {
  const passwords = dataServices.map((service) => [
    service,
    secrets[`MONGO_PASSWORD_${service.toUpperCase() as Uppercase<DataService>}`],
  ]);
  const root = mongoUsers ? `root:${secrets.MONGO_PASSWORD_ROOT}@` : "";
  return {
    mongo_password_root: secrets.MONGO_PASSWORD_ROOT,
    mongo_url_root: `mongodb://${root}mongo:27017/?authSource=admin`,
    mongo_passwords: mongoUsers ? JSON.stringify(Object.fromEntries(passwords)) : "",
    kafka_password_operator: secrets.KAFKA_PASSWORD_OPERATOR,
    "kafka_server.properties": kafkaAccessProperties(kafkaPasswords(secrets)),
    "redis_users.acl": redisAcl(secrets),
  };
}

const redisUrl = (user: string, password: string) => `redis://${user}:${password}@redis:6379`;

function hashOf(contents: string[]): string {
  return createHash("sha256").update(JSON.stringify(contents)).digest("hex").slice(0, 16);
}
