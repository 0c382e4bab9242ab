import { expect, it } from "vitest";
import { verifyEmail } from "../../domain/user-changes.ts";
import { fakeDeps } from "../../testing/fakes.ts";
import type { Users } from "../ports.ts";
import { resetPassword } from "../password-reset.ts";
import { register } from "../register.ts";
import { changePassword } from "../own-account.ts";
import { beginEnrollment, enable } from "./manage.ts";
import { addPasskey } from "./passkeys.ts";

const password = "Correct-horse-1";
const email = "jo@example.com";
const registration = { id: "a", response: { clientDataJSON: "", attestationObject: "" } };

/**
 * A user with an enrollment that has begun. The password is reset just before the next change with `slow`, and just after it with
 * `outrun`.
 */
const overtaken = async () => {
  const deps = fakeDeps();
  const { account } = await register(deps, { username: "Jo", password, email });
  const userId = account.user.id;
  await deps.users.update(userId, verifyEmail);
  const self = { userId, sessionId: "session1" };
  const { enrollment } = await beginEnrollment(deps, { ...self, password });
  const reset = async () => {
    const token = await deps.links.create({ purpose: "reset-password", email, userId }, 1_000);
    await resetPassword(deps, { token, password: "Another-horse-2" });
  };
  const users: Users = {
    ...deps.users,
    update: async (...change) => {
      await reset();
      await deps.users.update(...change);
    },
  };
  const outrunUsers: Users = {
    ...deps.users,
    update: async (...change) => {
      await deps.users.update(...change);
      deps.time.now = new Date(deps.time.now.getTime() + 1);
      await reset();
    },
  };
  const factors = async () => {
    const { secondFactor, passkeys } = (await deps.users.find(userId))?.user ?? {};
    return { secondFactor, passkeys };
  };
  const [slow, outrun] = [
    { ...deps, users },
    { ...deps, users: outrunUsers },
  ];
  return { deps, self, enrollment, reset, slow, outrun, factors };
};

it("does not turn two-step sign-in on for a request that a reset of the password overtakes", async () => {
  const { self, enrollment, slow, factors } = await overtaken();
  const code = "111111";
  await expect(enable(slow, { ...self, enrollment, code })).rejects.toThrow("sign in");
  expect(await factors()).toEqual({});
});

it("does not turn two-step sign-in on with an enrollment from before a reset of the password", async () => {
  const { deps, self, enrollment, reset, factors } = await overtaken();
  await reset();
  const late = enable(deps, { ...self, enrollment, code: "111111" });
  await expect(late).rejects.toMatchObject({ code: "enrollment_expired" });
  expect(await factors()).toEqual({});
});

it("adds no passkey for a request that a reset of the password overtakes", async () => {
  const { self, slow, factors } = await overtaken();
  const added = addPasskey(slow, { ...self, name: "Mine", registration });
  await expect(added).rejects.toThrow("sign in");
  expect(await factors()).toEqual({});
});

it("opens no session for a change of the password that a reset follows at once", async () => {
  const { deps, self, outrun } = await overtaken();
  const change = { ...self, currentPassword: password, newPassword: "Thief-horse-9" };
  await expect(changePassword(outrun, change)).rejects.toMatchObject({ kind: "unauthenticated" });
  expect(await deps.sessions.list(self.userId)).toEqual([]);
});

it("opens no session for two-step sign-in that a reset of the password follows at once", async () => {
  const { deps, self, enrollment, outrun } = await overtaken();
  const turnedOn = enable(outrun, { ...self, enrollment, code: "111111" });
  await expect(turnedOn).rejects.toMatchObject({ kind: "unauthenticated" });
  expect(await deps.sessions.list(self.userId)).toEqual([]);
});
