import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { assertionSigner, assertionVerifier } from "@orbline/kit/auth";
import { dataServices as services } from "@orbline/kit/mongo/access";
import { afterAll, beforeAll, expect, it } from "vitest";
import { configs } from "../testing/configs.ts";
import { programEnv } from "./environment.ts";
import { rotate } from "./rotation.ts";
import { ensureSecrets, linesOf, type Secrets } from "./secrets.ts";
import { parseSettings } from "./settings.ts";

let dataDir: string;
/** The secrets before the rotation and after each of its steps. */
let states: Secrets[];
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), "orbline-rotation-"));
  states = [ensureSecrets(dataDir)];
  for (let step = 0; step < 3; step += 1)
    states.push(rotate(states[step] as Secrets).secrets as Secrets);
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const settings = () => parseSettings({ DATA_DIR: dataDir });

/** Whether calls of processes with the secrets `from` are accepted by services with the secrets `to`. */
function understand(from: Secrets, to: Secrets): boolean {
  const configOf = <Name extends keyof typeof configs>(name: Name, secrets: Secrets) =>
    configs[name](programEnv(name, { settings: settings(), secrets })) as ReturnType<
      (typeof configs)[Name]
    >;
  const sign = assertionSigner({ privateKey: configOf("gateway", from).ASSERTION_PRIVATE_KEY });
  return services.every((name) => {
    const called = configOf(name, to);
    const verify = assertionVerifier({ publicKey: called.ASSERTION_PUBLIC_KEY, audience: name });
    try {
      verify(sign({ kind: "anonymous" }, name));
    } catch {
      return false;
    }
    return services
      .filter((caller) => caller in called.GRPC_TOKENS)
      .every((caller) => called.GRPC_TOKENS[caller]?.includes(configOf(caller, from).GRPC_TOKEN));
  });
}

it("goes through three steps and ends with other secrets", () => {
  const steps = states.slice(0, 3).map((secrets) => rotate(secrets).step);
  expect(steps).toEqual(["prepare", "switch", "finish"]);
  const [before, , , after] = states;
  const changed = Object.entries(after ?? {}).filter(
    ([name, value]) => before?.[name as keyof Secrets] !== value,
  );
  expect(changed.map(([name]) => name).toSorted()).toEqual([
    "ASSERTION_PRIVATE_KEY",
    "ASSERTION_PUBLIC_KEY",
    "GRPC_TOKEN_ADMIN",
    "GRPC_TOKEN_BILLING",
    "GRPC_TOKEN_IDENTITY",
    "GRPC_TOKEN_PREDICTION",
  ]);
  expect(Object.keys(after ?? {}).toSorted()).toEqual(Object.keys(before ?? {}).toSorted());
});

it("lets processes before and after each step understand each other in both directions", () => {
  for (let step = 0; step < 3; step += 1) {
    const [before, after] = [states[step] as Secrets, states[step + 1] as Secrets];
    for (const [from, to] of [
      [before, after],
      [after, before],
      [after, after],
    ] as const)
      expect([step, understand(from, to)]).toEqual([step, true]);
  }
});

it("ends with services that refuse the old secrets", () => {
  const [first, , , last] = states as [Secrets, Secrets, Secrets, Secrets];
  expect(understand(first, last)).toBe(false);
  expect(understand(last, first)).toBe(false);
});

it("refuses secrets that are in different steps", () => {
  const mixed = { ...states[0], GRPC_TOKEN_ADMIN: "one,two" };
  expect(() => rotate(mixed)).toThrow("some secrets have two values");
});

it("keeps the next key when the product starts between two steps", () => {
  const [, prepared] = states as [Secrets, Secrets];
  expect(linesOf(prepared)).toContain("ASSERTION_PRIVATE_KEY_NEXT=");
});
