import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { testEngines } from "@orbline/kit/testing/engines";
import { eventually } from "@orbline/kit/testing/eventually";
import { securityEventsResponseSchema } from "@orbline/proto/http/identity/security";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTopics } from "./engines.ts";
import { callerIn, password, processEnv, startService } from "./service.ts";

let service: Awaited<ReturnType<typeof startService>>;
let topics: Awaited<ReturnType<typeof openTopics>>;

beforeAll(async () => {
  const { brokers, prefix } = testEngines();
  service = await startService();
  topics = await openTopics(brokers, prefix);
});
afterAll(async () => {
  await topics.close();
  await service.stop();
});

/** The response to a right password of an admin. */
const isRight = { status: 401, body: { code: "second_factor_required" } };

const codeOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate();

/** Each test waits for several processes, which start one after the other. */
const patience = { timeout: 120_000 };

type Command = { args?: string[]; env?: Record<string, string>; stdin?: string };

const runCommand = (file: string, { args = [], env = {}, stdin = "" }: Command) =>
  new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const path = fileURLToPath(new URL(`../src/commands/${file}`, import.meta.url));
    const child = execFile(
      process.execPath,
      [path, ...args],
      { env: { ...processEnv(), ...env } },
      (error, stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    );
    child.stdin?.end(stdin);
  });

describe("admin:create", patience, () => {
  it("prints the password and the app's secret of a new admin, who can sign in and is published", async () => {
    const made = await runCommand("admin-create.ts", { args: ["--username", "admin_one"] });
    expect(made).toMatchObject({ code: 0, stderr: "" });
    const [, printed, secret = "", recoveryCode] =
      /Password: (\S+)\n.*[?&]secret=([A-Z2-7]{32})&.*\nRecovery codes: (\S+)/.exec(made.stdout) ??
      [];
    const credentials = { username: "admin_one", password: printed };
    expect(await service.post("/api/login", credentials)).toMatchObject({
      status: 401,
      body: { code: "second_factor_required" },
    });
    const byRecovery = { ...credentials, code: recoveryCode };
    expect((await service.post("/api/login", byRecovery)).status).toBe(200);
    const code = codeOf(secret);
    const answer = await service.post("/api/login", { ...credentials, code });
    expect(answer).toMatchObject({
      status: 200,
      body: { role: "admin", subscriptionTier: "admin" },
    });
    const { userId } = callerIn(answer);
    const { body: seen } = await service.get("/api/security-events", { as: callerIn(answer) });
    const { events } = securityEventsResponseSchema.parse(seen);
    expect(events.map(({ action }) => action)).toContain("role-change");
    // The service's sweep publishes every half a minute what the command could not publish before it ended.
    await eventually(() => expect(topics.records.map(({ key }) => key)).toContain(userId), {
      timeoutMs: 60_000,
    });
  });

  it("reads the password from standard input or the environment and does not print it", async () => {
    const piped = await runCommand("admin-create.ts", {
      args: ["--username", "admin_two", "--email", "Two@Example.com", "--password-stdin"],
      stdin: `${password}\n`,
    });
    expect(piped.code).toBe(0);
    expect(piped.stdout).toMatch(
      /^admin_two is an admin now\..*\nFor the authenticator app: otpauth/,
    );
    const fromEnv = await runCommand("admin-create.ts", {
      env: { ADMIN_USERNAME: "admin_three", ADMIN_PASSWORD: password },
    });
    expect(fromEnv.code).toBe(0);
    for (const { stdout } of [piped, fromEnv]) expect(stdout).not.toContain(password);
    for (const username of ["admin_two", "admin_three"])
      expect(await service.post("/api/login", { username, password })).toMatchObject(isRight);
  });

  it("leaves an existing admin unchanged", async () => {
    const again = { args: ["--username", "ADMIN_TWO"], env: { ADMIN_PASSWORD: "Another-horse-2" } };
    expect(await runCommand("admin-create.ts", again)).toMatchObject({
      code: 0,
      stdout: "ADMIN_TWO is an admin already; nothing was changed.\n",
    });
    const login = await service.post("/api/login", { username: "admin_two", password });
    expect(login).toMatchObject(isRight);
  });

  it("refuses the name of a user with one line that says why", async () => {
    await service.post("/api/register", { username: "just-a-user", password });
    const refused = await runCommand("admin-create.ts", { args: ["--username", "just-a-user"] });
    expect(refused).toMatchObject({ code: 1, stdout: "" });
    expect(refused.stderr).toMatch(/^just-a-user is a user's account\..*\n$/);
    const weak = await runCommand("admin-create.ts", {
      args: ["--username", "admin_weak", "--password-stdin"],
      stdin: "weak",
    });
    expect(weak.code).toBe(1);
    expect(weak.stderr).toMatch(/at least 8 characters/);
  });
});

describe("admin:create without a running product", patience, () => {
  it("says what to start or which settings to change", async () => {
    const env = { MONGO_URL: "mongodb://127.0.0.1:1/nowhere" };
    const refused = await runCommand("admin-create.ts", { args: ["--username", "admin_far"], env });
    expect(refused).toMatchObject({ code: 1, stdout: "" });
    expect(refused.stderr).toMatch(/make up.*MONGO_URL/);
  });
});

describe("the demo seed", patience, () => {
  const totpSecret = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  const DEMO_USERS = JSON.stringify([
    { username: "demo_free", password, email: "free@example.com" },
    { username: "admin_demo", password, role: "admin", totpSecret },
  ]);

  it("makes the users once and prints their ids", async () => {
    const first = await runCommand("demo-seed.ts", { env: { DEMO_USERS } });
    expect(first).toMatchObject({ code: 0, stderr: "" });
    const made = JSON.parse(first.stdout) as { id: string }[];
    expect(made).toMatchObject([
      { username: "demo_free", role: "user", created: true },
      { username: "admin_demo", role: "admin", created: true },
    ]);
    const second = await runCommand("demo-seed.ts", { env: { DEMO_USERS } });
    expect(JSON.parse(second.stdout)).toEqual(made.map((user) => ({ ...user, created: false })));
    const login = await service.post("/api/login", { username: "demo_free", password });
    expect(login).toMatchObject({ status: 200, body: { id: made[0]?.id } });
    const admin = { username: "admin_demo", password, code: codeOf(totpSecret) };
    expect((await service.post("/api/login", admin)).status).toBe(200);
  });

  it("refuses to run in production", async () => {
    const refused = await runCommand("demo-seed.ts", {
      env: { DEMO_USERS, NODE_ENV: "production" },
    });
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/demo users are never made in production/);
  });
});
