import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Caller } from "@orbline/kit/auth";
import { connectMongo } from "@orbline/kit/mongo/connection";
import { createLogger } from "@orbline/kit/observability/logger";
import { testEngines } from "@orbline/kit/testing/engines";
import { eventually } from "@orbline/kit/testing/eventually";
import { accessResponseSchema } from "@orbline/proto/http/identity/access";
import { securityEventsResponseSchema } from "@orbline/proto/http/identity/security";
import type { Connection } from "mongoose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startFakeServices } from "./fake-services.ts";
import { callerIn, newName, password, processEnv, startService } from "./service.ts";

let service: Awaited<ReturnType<typeof startService>>;
let fakes: Awaited<ReturnType<typeof startFakeServices>>;
let connection: Connection;

beforeAll(async () => {
  const logger = createLogger({ service: "test", level: "silent" });
  fakes = await startFakeServices();
  connection = await connectMongo({ url: testEngines().mongoUrl, logger });
  service = await startService(fakes.env);
});
afterAll(async () => {
  await service.stop();
  await connection.close();
  await fakes.close();
});

const admin: Caller = { kind: "user", userId: "adm_1", role: "admin", sessionId: "0".repeat(64) };

const registered = async () => {
  const username = newName();
  const as = callerIn(await service.post("/api/register", { username, password }));
  const logIn = () => service.post("/api/login", { username, password });
  const act = (command: string, by: Caller = admin) =>
    service.post(`/api/admin/user/${as.userId}/${command}`, {}, { as: by });
  const access = async () => {
    const { body } = await service.get(`/api/admin/user/${as.userId}/access`, { as: admin });
    return accessResponseSchema.strict().parse(body);
  };
  return { username, as, logIn, act, access };
};

describe("an admin", () => {
  it("blocks a user, whose sessions end and who cannot sign in until the block ends", async () => {
    const { as, logIn, act, access } = await registered();
    expect(await access()).toEqual({ blockedAt: null, hasSecondFactor: false, openSessions: 1 });
    expect(await act("block")).toMatchObject({ status: 200, body: { openSessions: 0 } });
    expect((await access()).blockedAt).not.toBeNull();
    expect(await logIn()).toMatchObject({ status: 403, body: { code: "account.blocked" } });
    expect(await act("unblock")).toMatchObject({ status: 200, body: { blockedAt: null } });
    const again = callerIn(await logIn());
    await eventually(async () => {
      const { body } = await service.get("/api/security-events", { as: again });
      const actions = securityEventsResponseSchema.parse(body).events.map(({ action }) => action);
      expect(actions).toEqual(expect.arrayContaining(["block", "unblock"]));
    });
    const mine = fakes.state.notes.filter((note) => note.includes(as.userId));
    expect(mine).toEqual([`adm_1 block-user ${as.userId}`, `adm_1 unblock-user ${as.userId}`]);
  });

  it("does not tell a stranger without the password that a user is blocked", async () => {
    const { username, act } = await registered();
    await act("block");
    const guess = await service.post("/api/login", { username, password: "wrong-password-1" });
    expect(guess).toMatchObject({ status: 401, body: { code: "login.failed" } });
  });

  it("ends all sessions of a user, who can sign in again", async () => {
    const { logIn, act, access } = await registered();
    await logIn();
    expect((await access()).openSessions).toBe(2);
    expect(await act("end-sessions")).toMatchObject({ status: 200, body: { openSessions: 0 } });
    expect((await logIn()).status).toBe(200);
  });

  it("cannot block the own account, and needs a recent proof of the password", async () => {
    const { as, act } = await registered();
    const self: Caller = { ...as, role: "admin" };
    expect(await act("block", self)).toMatchObject({ status: 409, body: { code: "account.own" } });
    const stale: Caller = { ...admin, provenAtMs: 1 };
    for (const command of ["block", "unblock", "end-sessions"]) {
      expect(await act(command, stale)).toMatchObject({ body: { code: "proof_required" } });
      expect((await act(command, as)).status).toBe(403);
    }
    const unknown = "/api/admin/user/usr_unknown/block";
    expect((await service.post(unknown, {}, { as: admin })).status).toBe(404);
  });
});

const disable = (username: string) =>
  new Promise<{ stdout: string; stderr: string }>((resolve) => {
    const path = fileURLToPath(new URL("../src/commands/admin-disable.ts", import.meta.url));
    const args = [path, "--username", username];
    execFile(process.execPath, args, { env: processEnv() }, (_error, stdout, stderr) =>
      resolve({ stdout, stderr }),
    );
  });

it("takes the role of an admin away with the open sessions", { timeout: 60_000 }, async () => {
  const { username, as, logIn, access } = await registered();
  const users = connection.collection<{ _id: string; role: string }>("users");
  await users.updateOne({ _id: as.userId }, { $set: { role: "admin" } });
  expect(await logIn()).toMatchObject({ body: { role: "admin" } });
  const done = await disable(username);
  expect(done).toEqual({
    stdout: `${username} is no admin any more, and the sessions have ended.\n`,
    stderr: "",
  });
  expect((await access()).openSessions).toBe(0);
  expect(await logIn()).toMatchObject({ status: 200, body: { role: "user" } });
  expect((await disable(newName())).stderr).toMatch(/There is no such account/);
});
