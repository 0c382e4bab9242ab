import { mkdirSync } from "node:fs";
import type { EngineCommand } from "./engine-command.ts";

/**
 * Redis with an append-only file that is synced before each reply: every acknowledged write survives a SIGKILL.
 * `everysec` acknowledges up to two seconds of writes before they are synced: a crash would lose new sessions and
 * bring revoked ones back.
 */
export function redisCommand(dataDir: string, port: number): EngineCommand {
  mkdirSync(dataDir, { recursive: true });
  const args = ["--port", String(port), "--bind", "127.0.0.1", "--dir", dataDir];
  args.push("--appendonly", "yes", "--appendfsync", "always", "--save", "");
  return { command: "redis-server", args, readyLine: "Ready to accept connections" };
}
