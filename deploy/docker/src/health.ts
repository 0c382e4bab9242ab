import { setTimeout as delay } from "node:timers/promises";
import { docker } from "./docker.ts";

type Container = { id: string; name: string; health: string; restarts: number; exitCode: number };

const label = "com.docker.compose";

const format = [
  "{{.Id}}",
  `{{index .Config.Labels "${label}.service"}}`,
  "{{if .State.Health}}{{.State.Health.Status}}{{else}}{{.State.Status}}{{end}}",
  "{{.RestartCount}}",
  "{{.State.ExitCode}}",
].join("\t");

const lines = (text: string) => text.split("\n").filter((line) => line !== "");

/** The containers of a Compose project. */
export async function containersOf(project: string): Promise<Container[]> {
  const filter = `label=${label}.project=${project}`;
  const ids = lines(await docker(["ps", "--all", "--quiet", "--filter", filter]));
  if (ids.length === 0) return [];
  return lines(await docker(["inspect", "--format", format, ...ids])).map((line) => {
    const [id = "", name = "", health = "", restarts = "", exitCode = ""] = line.split("\t");
    return { id, name, health, restarts: Number(restarts), exitCode: Number(exitCode) };
  });
}

/** A program that restarted this often during one start will not become healthy. */
const maxRestarts = 3;

/**
 * Waits until every container is healthy or has ended its work. @throws after `deadlineMs`, with the log of one that is
 * not healthy
 */
export async function waitUntilHealthy(project: string, deadlineMs = 240_000): Promise<void> {
  const end = Date.now() + deadlineMs;
  for (;;) {
    const containers = await containersOf(project);
    const waiting = containers.filter((container) => !isHealthy(container));
    if (containers.length > 0 && waiting.length === 0) return;
    const failed = waiting.find(({ restarts }) => restarts >= maxRestarts);
    const culprit = failed ?? (Date.now() > end ? waiting[0] : undefined);
    if (culprit) {
      const log = await docker(["logs", "--tail", "15", culprit.id]);
      const all = waiting.map(({ name }) => name).join(", ");
      throw new Error(`not healthy: ${all}\nlog of ${culprit.name}:\n${log.trimEnd()}`);
    }
    await delay(500);
  }
}

function isHealthy({ health, exitCode }: Container): boolean {
  return health === "healthy" || (health === "exited" && exitCode === 0);
}
