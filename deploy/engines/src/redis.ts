import { join } from "node:path";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import type { EngineTls } from "./access.ts";
import type { EngineCommand } from "./engine-command.ts";

/**
 * Redis with an append-only file that is synced before each reply, so that every acknowledged write survives a crash.
 * With `everysec` a crash could lose two seconds of new sessions and restore revoked ones. With an ACL file only its
 * users may connect. It remembers fewer of the keys that clients have read than a million, its default, so that a
 * gateway that looks up many unknown sessions does not fill its memory.
 */
export function redisCommand(
  dataDir: string,
  port: number,
  acl?: string,
  tls?: EngineTls,
): EngineCommand {
  mkdirSync(dataDir, { recursive: true });
  const args = ["--port", tls ? "0" : String(port), "--bind", "127.0.0.1", "--dir", dataDir];
  args.push("--appendonly", "yes", "--appendfsync", "always", "--save", "");
  args.push("--tracking-table-max-keys", "100000");
  if (tls) {
    args.push("--tls-port", String(port), "--tls-cert-file", tls.cert, "--tls-key-file", tls.key);
    args.push("--tls-ca-cert-file", tls.cert, "--tls-auth-clients", "no");
  }
  if (acl !== undefined) {
    const file = join(dataDir, "users.acl");
    writeFileSync(file, acl, { mode: 0o600 });
    chmodSync(file, 0o600);
    args.push("--aclfile", file);
  }
  return { command: "redis-server", args, readyLine: "Ready to accept connections" };
}
