import { existsSync } from "node:fs";
import { secondsSince } from "@orbline/engines/command";
import { type ComposeService, composeServices } from "@orbline/engines/compose-file";
import { composeProfile } from "./compose-env.ts";
import type { Settings } from "./config.ts";
import { docker } from "./docker.ts";

const proxies = ["HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "no_proxy"];

const secret = (id: string, file: string | undefined) =>
  file && existsSync(file) ? ["--secret", `id=${id},src=${file}`] : [];

/** Registry and proxy settings of the user's environment; Docker reads the values itself. */
const networkOptions = (settings: Settings): string[] => [
  ...[...proxies, "NPM_CONFIG_REGISTRY"].flatMap((name) => ["--build-arg", name]),
  ...secret("npmrc", settings.npm_config_userconfig),
  ...secret("ca", settings.NODE_EXTRA_CA_CERTS),
];

async function build({ image, build: how }: ComposeService, settings: Settings) {
  if (!how) return;
  const startedAt = Date.now();
  const own = Object.entries(how.args).map(([name, value]) => `${name}=${value}`);
  const args = ["build", "--target", how.target, "--tag", image, "--progress", "plain"];
  args.push(
    ...own.flatMap((pair) => ["--build-arg", pair]),
    ...networkOptions(settings),
    how.context,
  );
  // Not with Compose, because its version 1 cannot pass secrets to a build.
  await docker(args, { DOCKER_BUILDKIT: "1" });
  console.log(`${image.padEnd(34)} ${secondsSince(startedAt)}`);
}

/**
 * Builds the image of every program of the profile; `env` has the variables of the Compose file. @throws with the end
 * of the log of a build that fails
 */
export async function buildImages(settings: Settings, env: NodeJS.Dict<string>): Promise<void> {
  const services = Object.values(composeServices(env)).filter(({ profiles }) =>
    profiles.includes(composeProfile(settings)),
  );
  await Promise.all(services.map((service) => build(service, settings)));
}
