import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { securityEventsResponseSchema } from "@orbline/proto/http/identity/security";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { enroll } from "./enroll.ts";
import { startMailbox } from "./mailbox.ts";
import { callerIn, newName, password, processEnv, startService } from "./service.ts";

let service: Awaited<ReturnType<typeof startService>>;
let mailbox: Awaited<ReturnType<typeof startMailbox>>;

beforeAll(async () => {
  mailbox = await startMailbox();
  service = await startService({ SMTP_URL: mailbox.smtpUrl });
});
afterAll(async () => {
  await service.stop();
  await mailbox.close();
});

describe("factor:remove", { timeout: 60_000 }, () => {
  const run = (username: string) =>
    new Promise<{ stdout: string; stderr: string }>((resolve) => {
      const path = fileURLToPath(new URL("../src/commands/factor-remove.ts", import.meta.url));
      const args = [path, "--username", username];
      execFile(process.execPath, args, { env: processEnv() }, (_error, stdout, stderr) =>
        resolve({ stdout, stderr }),
      );
    });

  it("lets an owner who has lost the app sign in by the password, and emails and records it", async () => {
    const username = newName();
    const email = `${username}@example.com`;
    const first = callerIn(await service.post("/api/register", { username, password, email }));
    const logIn = () => service.post("/api/login", { username, password });
    const { as } = await enroll(service, first);
    expect(await logIn()).toMatchObject({ body: { code: "second_factor_required" } });
    expect(await run(username.toUpperCase())).toEqual({
      stdout: `The password alone signs in to ${username.toUpperCase()} now, and the sessions have ended.\n`,
      stderr: "",
    });
    expect((await service.get("/api/sessions", { as })).body).toEqual({ sessions: [] });
    const answer = await logIn();
    expect(answer.status).toBe(200);
    const { body } = await service.get("/api/security-events", { as: callerIn(answer) });
    const actions = securityEventsResponseSchema.parse(body).events.map(({ action }) => action);
    expect(actions).toContain("second-factor-off");
    expect((await run(username)).stdout).toContain("neither two-step sign-in nor a passkey");
    expect((await run(newName())).stderr).toMatch(/There is no such account/);
    // The service sends the email of the command with its own next one, or with its next sweep.
    await enroll(service, callerIn(await logIn()));
    await mailbox.mail(email, "Two-step sign-in is off");
  });
});
