import { runCommand, secondsSince } from "@orbline/engines/command";
import { ensureSecrets } from "@orbline/stack/secrets";
import { type DemoLogin, type DemoTarget, seedUsers } from "@orbline/demo/seed";
import { buildImages } from "./build-images.ts";
import { composeEnv, publicOrigin, writeComposeEnv } from "./compose-env.ts";
import { loadSettings, type Settings } from "./config.ts";
import { compose, docker, requireEngine } from "./docker.ts";
import { containersOf, waitUntilHealthy } from "./health.ts";

type Env = ReturnType<typeof composeEnv>;

const projectOf = (env: Env) => env["COMPOSE_PROJECT_NAME"] ?? "";

const step = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
  const startedAt = Date.now();
  const result = await work();
  console.log(`${name.padEnd(34)} ${secondsSince(startedAt)}`);
  return result;
};

/** A service's command runs inside its container: nothing else reaches the engines. */
const runInContainer =
  (env: Env): DemoTarget["runCommand"] =>
  async (service, file, variables) => {
    const containers = await containersOf(projectOf(env));
    const container = containers.find(({ name }) => name === service);
    if (!container) throw new Error(`there is no container of ${service}`);
    const names = Object.keys(variables).flatMap((name) => ["--env", name]);
    return docker(["exec", ...names, container.id, "node", file], variables);
  };

const gatewayUrl = ({ HOST: host, GATEWAY_PORT: port }: Settings) =>
  `http://${host === "0.0.0.0" ? "127.0.0.1" : host}:${port}`;

const seed = (settings: Settings, env: Env): Promise<DemoLogin[]> =>
  seedUsers({
    url: gatewayUrl(settings),
    passwords: ensureSecrets(settings.folder),
    runCommand: runInContainer(env),
  });

await runCommand(async () => {
  const startedAt = Date.now();
  const settings = loadSettings();
  const env = composeEnv(settings, ensureSecrets(settings.folder));
  const file = writeComposeEnv(settings, env);
  await requireEngine();
  await step("images built", () => buildImages(settings));
  await step("containers started", () =>
    compose(["--profile", settings.PROFILE, "up", "--detach", "--no-build"], env),
  );
  await step("everything serves", () => waitUntilHealthy(projectOf(env)));
  const isDemo = settings.PROFILE === "demo";
  const logins = isDemo ? await step("demo users", () => seed(settings, env)) : [];
  console.log(`\nOrbline is up after ${secondsSince(startedAt)}:  ${publicOrigin(settings)}`);
  for (const { who, username, password } of logins) {
    console.log(`  ${who.padEnd(12)} ${username.padEnd(18)} ${password}`);
  }
  if (isDemo) {
    console.log(`  ${"mailbox".padEnd(12)} http://127.0.0.1:${settings.MAILBOX_PORT}`);
    console.log(`  ${"payments".padEnd(12)} http://127.0.0.1:${settings.STRIPE_SANDBOX_PORT}`);
  }
  console.log(`\nmake compose-down · docker compose --env-file ${file} logs --follow`);
});
