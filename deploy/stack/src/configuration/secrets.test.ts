import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { ensureSecrets } from "./secrets.ts";

it("lets only the owner of the data folder open it and its secrets", () => {
  const folder = mkdtempSync(join(tmpdir(), "secrets-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const dataDir = join(folder, "data");
  mkdirSync(dataDir);
  // As an earlier version or an umask may have left it.
  chmodSync(dataDir, 0o755);
  const secrets = ensureSecrets(dataDir);
  const modes = [dataDir, join(dataDir, "secrets.env")].map((path) => statSync(path).mode & 0o777);
  expect(modes).toEqual([0o700, 0o600]);
  expect(ensureSecrets(dataDir)).toEqual(secrets);
});
