import { type DemoTarget, seedUsers } from "@orbline/demo/seed";
import { welcome } from "@orbline/demo/welcome";
import { runCommand, secondsSince, step } from "@orbline/engines/command";
import { adminCodeCommand } from "@orbline/stack/demo";
import { ensureSecrets } from "@orbline/stack/configuration/secrets";
import { buildImages } from "./build-images.ts";
import { composeProfile, publicOrigin } from "./compose-env.ts";
import { loadSettings, type Settings } from "./config.ts";
import { compose, docker, requireEngine } from "./docker.ts";
import { containersOf, waitUntilHealthy } from "./health.ts";
import { prepare } from "./prepare.ts";
import { isSubstituted } from "./substitutes.ts";

await runCommand(async () => {
  const startedAt = Date.now();
  const settings = loadSettings();
  await requireEngine();
  const mongoUsers = !(await isSubstituted("mongo"));
  const { env, file } = prepare(settings, { mongoUsers });
  const project = env["COMPOSE_PROJECT_NAME"] ?? "";
  await step("images built", () => buildImages(settings, env));
  await step("containers started", () =>
    compose(["--profile", composeProfile(settings), "up", "--detach", "--no-build"], env),
  );
  await step("everything serves", () => waitUntilHealthy(project));
  const isDemo = settings.PROFILE === "demo";
  const logins = isDemo ? await step("demo users", () => seedUsers(target(settings, project))) : [];
  const time = secondsSince(startedAt);
  const ports = isDemo ? settings : undefined;
  const adminCode = adminCodeCommand(settings.folder);
  console.log(welcome({ origin: publicOrigin(settings), time, logins, adminCode, ports }));
  console.log(`\nmake compose-down · docker compose --env-file ${file} logs --follow`);
});

function target(settings: Settings, project: string): DemoTarget {
  const host = settings.HOST === "0.0.0.0" ? "127.0.0.1" : settings.HOST;
  return {
    url: `http://${host}:${settings.GATEWAY_PORT}`,
    passwords: ensureSecrets(settings.folder),
    // A service's command runs in its container, because only containers reach the engines.
    runCommand: async (service, file, variables) => {
      const containers = await containersOf(project);
      const container = containers.find(({ name }) => name === service);
      if (!container) throw new Error(`there is no container of ${service}`);
      const names = Object.keys(variables).flatMap((name) => ["--env", name]);
      return docker(["exec", ...names, container.id, "node", file], variables);
    },
  };
}
