import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { run } from "@orbline/engines/command";
import { repoRoot } from "@orbline/engines/paths";
import { expect, it } from "vitest";

const script = (name: string) => join(repoRoot, "deploy/docker/image", name);
const dockerfile = readFileSync(join(repoRoot, "Dockerfile"), "utf8");

/** The part of the Dockerfile that makes one stage. */
const stage = (name: string) =>
  new RegExp(`^FROM \\S+ AS ${name}$([\\s\\S]*?)(?=^FROM |(?![\\s\\S]))`, "m").exec(
    dockerfile,
  )?.[1] ?? "";

it("deletes every program of an image but Node, and keeps libraries and the list of packages", async () => {
  const root = mkdtempSync(join(tmpdir(), "orbline-image-"));
  const kept = [
    "usr/local/bin/node",
    "usr/lib/x86_64-linux-gnu/libc.so.6",
    "etc/passwd",
    "var/lib/dpkg/status",
  ];
  const deleted = [
    "usr/bin/bash",
    "usr/bin/perl",
    "usr/sbin/useradd",
    "usr/local/bin/npm",
    "usr/local/bin/docker-entrypoint.sh",
    "usr/local/lib/node_modules/npm/bin/npm-cli.js",
    "usr/lib/apt/methods/http",
    "opt/yarn-v1.22.22/bin/yarn",
  ];
  for (const file of [...kept, ...deleted]) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), "");
  }
  symlinkSync("usr/bin", join(root, "bin"));
  symlinkSync("bash", join(root, "usr/bin/sh"));
  await run(process.execPath, [script("remove-tools.mjs"), root]);
  const left = (files: string[]) => files.filter((file) => existsSync(join(root, file)));
  expect(left(kept)).toEqual(kept);
  expect(left([...deleted, "usr/bin/sh", "bin/bash"])).toEqual([]);
  rmSync(root, { recursive: true, force: true });
});

it("starts images of programs from a file system without tools, and runs no shell in them", () => {
  expect(stage("stripped")).toMatch(/RUN \["node", "\/tmp\/remove-tools\.mjs"\]\n*$/m);
  expect(dockerfile).toMatch(/^FROM scratch AS runtime\nCOPY --from=stripped \/ \/$/m);
  expect(dockerfile).toMatch(/^FROM runtime AS program$/m);
  for (const name of ["runtime", "program", "gateway"]) {
    expect([name, stage(name)]).toEqual([name, expect.stringContaining("\n")]);
    expect([name, stage(name).match(/^RUN .*|CMD (?!\[).*$/gm)]).toEqual([name, null]);
  }
});

it.each([
  ["200", 200, 0],
  ["503", 503, 1],
])("reports a program that responds %s as exit code", async (_status, status, code) => {
  const server = createServer((request, response) => {
    response.writeHead(request.url === "/readyz" ? status : 404).end("text");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  expect(await checkHealth(port)).toBe(code);
  await new Promise((resolve) => server.close(resolve));
});

it("reports a port on which nothing listens as exit code", async () => {
  expect(await checkHealth(1)).toBe(1);
});

function checkHealth(port: number): Promise<number> {
  const env = { READY_PORT: String(port), READY_PATH: "/readyz" };
  return run(process.execPath, [script("ready.mjs")], { env }).then(
    () => 0,
    () => 1,
  );
}
