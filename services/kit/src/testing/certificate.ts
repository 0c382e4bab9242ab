import { execFileSync } from "node:child_process";
import { join } from "node:path";

/**
 * Makes a certificate for an IP address that is its own authority, and its key, as PEM files in `folder`. Needs
 * `openssl`.
 */
export function makeCertificate(
  folder: string,
  name = "server",
  address = "127.0.0.1",
): { cert: string; key: string } {
  const files = { cert: join(folder, `${name}.pem`), key: join(folder, `${name}.key`) };
  const key = ["-newkey", "rsa:2048", "-nodes", "-keyout", files.key];
  const names = ["-subj", `/CN=${address}`, "-addext", `subjectAltName=IP:${address}`];
  const args = ["req", "-x509", ...key, "-out", files.cert, "-days", "2", ...names];
  execFileSync("openssl", args, { stdio: "ignore" });
  return files;
}
