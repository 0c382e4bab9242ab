import { createHash } from "node:crypto";
import { sessionPrefix } from "./sessions.ts";

/** What counting a request with a limit needs. */
const counting = "+eval +incrby +pttl +expire +set +get +del +multi +exec +ttl";

/** What each service may do: patterns of its keys, and the commands beside those of every connection. */
const redisAccess = {
  gateway: `~${sessionPrefix}* ~rate:* +client|tracking ${counting}`,
  identity: `~${sessionPrefix}* ~user-sessions:* ~login:* ~mails:* ~conflicts:* ~passkeys:* ${counting} +pexpire +sadd +srem +smembers`,
};

/** The Redis users of the product: `operator` may do everything. */
export type RedisUser = keyof typeof redisAccess | "operator";

/**
 * The content of Redis's ACL file: each service reaches its own keys with the commands that it uses, and nobody gets in
 * without a password. The file contains hashes of the passwords only.
 */
export function redisAclFile(passwords: Record<RedisUser, string>): string {
  const user = (name: RedisUser, rules: string) =>
    `user ${name} on #${createHash("sha256").update(passwords[name]).digest("hex")} resetchannels ${rules}\n`;
  const services = Object.entries(redisAccess).map(([name, rules]) =>
    user(name as RedisUser, `-@all +hello +ping ${rules}`),
  );
  // Redis replays transactions of its append-only file as `default`: without rights it would drop them.
  const nobody = "user default off ~* &* +@all\n";
  return [nobody, user("operator", "~* &* +@all"), ...services].join("");
}
