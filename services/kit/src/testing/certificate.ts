import { execFileSync } from "node:child_process";
import { join } from "node:path";

/** Makes a certificate for 127.0.0.1 that is its own authority, and its key, as PEM files in `folder`. Needs `openssl`. */
export function makeCertificate(folder: string, name = "server"): { cert: string; key: string } {
  const files = { cert: join(folder, `${name}.pem`), key: join(folder, `${name}.key`) };
  const key = ["-newkey", "rsa:2048", "-nodes", "-keyout", files.key];
  const names = ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"];
  const args = ["req", "-x509", ...key, "-out", files.cert, "-days", "2", ...names];
  execFileSync("openssl", args, { stdio: "ignore" });
  return files;
}
