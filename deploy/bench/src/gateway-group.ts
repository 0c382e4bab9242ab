import { startEngines } from "@orbline/engines/engines";
import {
  forwarderSubject,
  gatewaySubject,
  pipeSubject,
  type Surroundings,
} from "./gateway-subjects.ts";
import { names } from "./goals.ts";
import { startNginx } from "./nginx.ts";
import type { Options } from "./options.ts";
import { repoRoot } from "@orbline/engines/paths";
import type { Subject } from "./rounds.ts";
import { openSessions } from "./sessions.ts";
import { startUpstream } from "./upstream.ts";

const nginxSubjects = async (surroundings: Surroundings): Promise<Subject[]> => {
  const { dataDir, upstream, onStop } = surroundings;
  const nginx = await startNginx({ dataDir, upstream: upstream.port });
  if (!nginx) {
    console.log("P1 is not measured, as there is no nginx on PATH: apt-get install nginx");
    return [];
  }
  onStop(nginx.stop);
  return [forwarderSubject({ name: names.nginx, ...nginx }, surroundings)];
};

/** A second gateway beside the first, of another checkout or with other variables, when one is asked for. */
const otherGateway = async (
  { with: assignments, checkout }: Options,
  surroundings: Surroundings,
): Promise<Subject[]> => {
  if (assignments.length === 0 && checkout === undefined) return [];
  const name = ["gateway", ...assignments, ...(checkout ? ["of", checkout] : [])].join(" ");
  const env = Object.fromEntries(
    assignments.map((text) => {
      const split = text.indexOf("=");
      return [text.slice(0, split), text.slice(split + 1)] as const;
    }),
  );
  return [await gatewaySubject({ name, checkout: checkout ?? repoRoot, env }, surroundings)];
};

/** The gateway and what it is compared with, all in front of the same upstream. */
export const startGatewayGroup = async (options: Options, dataDir: string) => {
  const stops: (() => unknown)[] = [];
  const onStop = (stop: () => unknown) => void stops.unshift(stop);
  const stop = async () => {
    for (const each of stops) await each();
  };
  try {
    const { redisUrl, stop: stopRedis } = await startEngines({ kafka: false, mongo: false });
    onStop(stopRedis);
    const upstream = await startUpstream();
    onStop(upstream.stop);
    const cookies = await openSessions(redisUrl, 32);
    const surroundings: Surroundings = { dataDir, redisUrl, upstream, cookies, onStop };
    const subjects = [
      ...(await nginxSubjects(surroundings)),
      await pipeSubject({ name: names.pipe, kind: "node" }, surroundings),
      await pipeSubject({ name: names.expressPipe, kind: "express" }, surroundings),
      await gatewaySubject({ name: names.gateway, checkout: repoRoot, env: {} }, surroundings),
      ...(await otherGateway(options, surroundings)),
    ];
    return { subjects, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};
