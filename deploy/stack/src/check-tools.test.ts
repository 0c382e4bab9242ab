import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { onPath } from "@orbline/engines/engine-command";

const good = {
  uname: "Linux",
  node: "v20.1.0",
  javac: "javac 17.0.15",
  mvn: "Apache Maven 3.8.7",
  go: "go version go1.26.8 linux/amd64",
  npm: "10.0.0",
  flock: "flock",
  "redis-server": "Redis server v=7.0.15",
};

let bin: string;
beforeEach(() => {
  bin = mkdtempSync(join(tmpdir(), "orbline-tools-"));
  for (const tool of ["sh", "sed", "grep", "id"]) symlinkSync(onPath(tool) ?? "", join(bin, tool));
});
afterEach(() => rmSync(bin, { recursive: true, force: true }));

function checkWith(tools: { [name: string]: string }) {
  for (const [name, version] of Object.entries(tools)) {
    writeFileSync(join(bin, name), `#!/bin/sh\necho "${version}"\n`);
    chmodSync(join(bin, name), 0o755);
  }
  const script = join(import.meta.dirname, "../check-tools.sh");
  const { status, stderr } = spawnSync(script, ["redis-server"], {
    env: { PATH: bin },
    encoding: "utf8",
  });
  return { status, lines: stderr.split("\n").filter(Boolean) };
}

const without = (name: keyof typeof good) =>
  Object.fromEntries(Object.entries(good).filter(([tool]) => tool !== name));

describe("check-tools.sh", () => {
  it("prints nothing when all tools are installed", () => {
    expect(checkWith(good)).toEqual({ status: 0, lines: [] });
  });

  it("names a missing tool in one line that says what to install", () => {
    for (const [name, line] of [
      ["javac", /^JDK is missing: install a JDK 17/],
      ["mvn", /^Maven is missing: install Maven 3/],
      ["go", /^Go is missing: install Go/],
      ["node", /^Node\.js is missing: install Node\.js 20/],
      ["redis-server", /^redis-server is missing: install it/],
    ] as const) {
      rmSync(join(bin, name), { force: true });
      const { status, lines } = checkWith(without(name));
      expect(lines).toEqual([expect.stringMatching(line)]);
      expect(status).toBe(1);
    }
  });

  it("says on another system than Linux that it needs Linux", () => {
    expect(checkWith({ ...good, uname: "Darwin" })).toEqual({
      status: 1,
      lines: [expect.stringMatching(/^Linux is missing: .*devcontainer/)],
    });
  });

  it("names a tool that is too old with its version", () => {
    const { lines } = checkWith({ ...good, node: "v18.19.0", javac: "javac 1.8.0_402" });
    expect(lines).toEqual([
      expect.stringMatching(/^Node\.js is too old \(found 18\)/),
      expect.stringMatching(/^JDK is too old \(found 1\)/),
    ]);
  });
});
