import { expect, it } from "vitest";
import { addPasskey as addUserPasskey } from "../../domain/passkeys.ts";
import { removeSecondFactor } from "../../domain/second-factor.ts";
import { verifyEmail } from "../../domain/user-changes.ts";
import { fakeDeps, outage } from "../../testing/fakes.ts";
import { claimPurchase } from "../guest-purchase.ts";
import { logIn } from "../log-in.ts";
import { changePassword } from "../own-account.ts";
import { resetPassword } from "../password-reset.ts";
import type { EmailLimits, Sessions } from "../ports.ts";
import { register, signUp } from "../register.ts";
import { beginEnrollment, enable, remove, renewRecoveryCodes } from "./manage.ts";
import { addPasskey, removePasskey } from "./passkeys.ts";

const password = "Correct-horse-1";
const email = "jo@example.com";
const client = {};

/** An account whose second factor was turned on with a code of step 1. */
const withFactor = async ({ isVerified = true } = {}) => {
  const deps = fakeDeps();
  const { account } = await register(deps, { username: "Jo", password, email });
  const userId = account.user.id;
  if (isVerified) await deps.users.update(userId, verifyEmail);
  const self = { userId, sessionId: "session1" };
  const { enrollment } = await beginEnrollment(deps, { ...self, password });
  const { recoveryCodes } = await enable(deps, { ...self, enrollment, code: "111111" });
  deps.log.length = 0;
  const enter = (code?: string) => logIn(deps, { username: "Jo", password, code });
  const factor = async () => (await deps.users.find(userId))?.user.secondFactor;
  const kinds = () => deps.pendingEmails.map(({ kind }) => kind);
  return { deps, self, userId, enrollment, recoveryCodes, enter, factor, kinds };
};

it("needs the password and a code of the app to turn on, and replaces all sessions", async () => {
  const { deps, userId, kinds } = await withFactor();
  expect([...deps.open]).toEqual([`${userId}/session2`]);
  expect(kinds()).toContain("second-factor-on");
  const other = fakeDeps();
  const { account } = await register(other, { username: "Jo", password });
  const self = { userId: account.user.id, sessionId: "session1" };
  await expect(beginEnrollment(other, { ...self, password: "wrong" })).rejects.toMatchObject({
    code: "password.incorrect",
  });
  const { enrollment } = await beginEnrollment(other, { ...self, password });
  await expect(enable(other, { ...self, enrollment, code: "123456" })).rejects.toMatchObject({
    kind: "invalid",
    code: "second_factor_incorrect",
  });
  await expect(enable(other, { ...self, enrollment: "old", code: "111111" })).rejects.toMatchObject(
    { code: "enrollment_expired" },
  );
  expect((await other.users.find(self.userId))?.user.secondFactor).toBeUndefined();
});

it("asks for the code after the right password and does not count that as a failure", async () => {
  const { deps, enter } = await withFactor();
  deps.open.clear();
  await expect(enter()).rejects.toMatchObject({
    kind: "unauthenticated",
    code: "second_factor_required",
  });
  expect(deps.log).toEqual(["begin Jo", "withdraw"]);
  expect(deps.open.size).toBe(0);
});

it("does not say whether a second factor is on before the password is right", async () => {
  const { deps } = await withFactor();
  const guess = logIn(deps, { username: "Jo", password: "wrong", code: "222222" });
  await expect(guess).rejects.toMatchObject({ code: "login.failed" });
});

it("counts a wrong code like a wrong password", async () => {
  const { deps, enter } = await withFactor();
  await expect(enter("123456")).rejects.toMatchObject({
    kind: "unauthenticated",
    code: "second_factor_incorrect",
  });
  expect(deps.log).toEqual(["begin Jo", "code Jo"]);
});

it("accepts each time step once, and none before the last one", async () => {
  const { enter, factor } = await withFactor();
  await expect(enter("111111")).rejects.toMatchObject({ code: "second_factor_incorrect" });
  await enter("333333");
  for (const code of ["333333", "222222"])
    await expect(enter(code)).rejects.toMatchObject({ code: "second_factor_incorrect" });
  expect((await factor())?.lastStep).toBe(3);
});

it("accepts one of two logins with the same code at the same time", async () => {
  const { enter } = await withFactor();
  const outcomes = await Promise.allSettled([enter("222222"), enter("222222")]);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
});

it("accepts each recovery code once, and notifies the owner", async () => {
  const { enter, recoveryCodes, factor, kinds } = await withFactor();
  const [code = ""] = recoveryCodes;
  await enter(code);
  expect(kinds()).toContain("recovery-code-used");
  await expect(enter(code)).rejects.toMatchObject({ code: "second_factor_incorrect" });
  expect((await factor())?.recoveryHashes).toHaveLength(recoveryCodes.length - 1);
});

it("needs the password and a code to turn off, and replaces all sessions", async () => {
  const { deps, self, factor, kinds } = await withFactor();
  const off = (given: string, code: string) =>
    remove(deps, { ...self, password: given, code, client });
  await expect(off("wrong", "222222")).rejects.toMatchObject({ code: "password.incorrect" });
  await expect(off(password, "123456")).rejects.toMatchObject({
    kind: "invalid",
    code: "second_factor_incorrect",
  });
  expect(await factor()).toBeDefined();
  await off(password, "222222");
  expect(await factor()).toBeUndefined();
  expect(kinds()).toContain("second-factor-off");
  expect(deps.open.size).toBe(1);
  await expect(off(password, "333333")).rejects.toMatchObject({ code: "second_factor_off" });
});

it("is not turned on twice", async () => {
  const { deps, self, enrollment } = await withFactor();
  await expect(beginEnrollment(deps, { ...self, password })).rejects.toMatchObject({
    code: "second_factor_on",
  });
  await expect(enable(deps, { ...self, enrollment, code: "222222" })).rejects.toMatchObject({
    code: "second_factor_on",
  });
});

it("ends no session for a refused change of a factor", async () => {
  const { deps, self, userId, enrollment } = await withFactor();
  const open = [...deps.open];
  await expect(removePasskey(deps, { ...self, id: "unknown" })).rejects.toMatchObject({
    kind: "not-found",
  });
  await expect(enable(deps, { ...self, enrollment, code: "222222" })).rejects.toMatchObject({
    kind: "conflict",
  });
  expect([...deps.open]).toEqual(open);
  expect(open).toEqual([`${userId}/session2`]);
});

it("stays on when the password is reset by a link", async () => {
  const { deps, userId, factor } = await withFactor();
  const token = await deps.links.create({ purpose: "reset-password", email, userId }, 1_000);
  await resetPassword(deps, { token, password: "Another-horse-2" });
  expect(await factor()).toBeDefined();
});

it("is required to claim a purchase, which keeps its link until then", async () => {
  const { deps, userId } = await withFactor();
  const link = { purpose: "claim", email, userId, checkoutId: "c1" } as const;
  const token = await deps.links.create(link, 1_000);
  const claim = (code?: string) =>
    claimPurchase(deps, { token, password: "Another-horse-2", code });
  await expect(claim()).rejects.toMatchObject({ code: "second_factor_required" });
  await expect(claim("123456")).rejects.toMatchObject({ code: "second_factor_incorrect" });
  expect((await claim("222222")).account.user.id).toBe(userId);
});

it("does not keep out the owner of an address that a stranger has registered", async () => {
  const newPassword = "Another-horse-2";
  const reset = await withFactor({ isVerified: false });
  const link = { email, userId: reset.userId };
  const resetToken = await reset.deps.links.create({ ...link, purpose: "reset-password" }, 1_000);
  await resetPassword(reset.deps, { token: resetToken, password: newPassword });
  const enter = { username: email, password: newPassword };
  expect((await logIn(reset.deps, enter)).account.user.id).toBe(reset.userId);

  const { deps } = await withFactor({ isVerified: false });
  const claim = { ...link, purpose: "claim", checkoutId: "c1" } as const;
  const token = await deps.links.create(claim, 1_000);
  await claimPurchase(deps, { token, password: newPassword });
  expect((await logIn(deps, enter)).account.user.id).toBe(link.userId);
});

it("keeps a repeated sign-up from signing in with the password alone", async () => {
  const { deps } = await withFactor();
  await expect(signUp(deps, { username: "Jo", password, email })).rejects.toMatchObject({
    code: "username.taken",
  });
});

type WithFactor = Pick<Awaited<ReturnType<typeof withFactor>>, "deps" | "self" | "enrollment">;

it.each<[string, (account: WithFactor) => Promise<unknown>]>([
  [
    "a new password",
    ({ deps, self }) =>
      changePassword(deps, { ...self, currentPassword: password, newPassword: "Another-horse-2" }),
  ],
  [
    "turning two-step sign-in off",
    ({ deps, self }) => remove(deps, { ...self, password, code: "222222", client }),
  ],
  [
    "turning two-step sign-in on",
    async ({ deps, self, enrollment }) => {
      await deps.users.update(self.userId, (user) => removeSecondFactor(user, deps.clock.now()));
      return enable(deps, { ...self, enrollment, code: "222222" });
    },
  ],
  ["the removal of a passkey", ({ deps, self }) => removePasskey(deps, { ...self, id: "a" })],
])("leaves no other session open when sessions fail in the middle of %s", async (_what, change) => {
  const { deps, self, enrollment } = await withFactor();
  const createdAt = deps.clock.now();
  const passkey = { id: "a", publicKey: "", counter: 0, transports: [], name: "Mine", createdAt };
  await deps.users.update(self.userId, (user) => addUserPasskey(user, passkey, createdAt));
  await deps.sessions.open({ userId: self.userId, role: "user" });
  let calls = 0;
  const closeAll: Sessions["closeAll"] = (...who) => {
    calls += 1;
    return calls === 1 ? deps.sessions.closeAll(...who) : outage();
  };
  const sessions = { ...deps.sessions, open: outage, closeAll };
  const failing = { deps: { ...deps, sessions }, self, enrollment };
  await expect(change(failing)).rejects.toMatchObject({ kind: "unavailable" });
  expect(await deps.sessions.list(self.userId)).toEqual([]);
});

it("refuses new passwords, factors and recovery codes beyond their limit, but no removal", async () => {
  const { deps, self, enrollment, factor } = await withFactor();
  const registration = { id: "a", response: { clientDataJSON: "", attestationObject: "" } };
  const add = (id: string) => ({ ...self, name: "Mine", registration: { ...registration, id } });
  await addPasskey(deps, add("a"));
  const take: EmailLimits["take"] = (purpose) =>
    Promise.resolve(purpose === "change-access" ? { retryAfterSeconds: 60 } : undefined);
  const limited = { ...deps, emailLimits: { ...deps.emailLimits, take } };
  const refused = { code: "access.throttled", retryAfterSeconds: 60 };
  const newPassword = "Another-horse-2";
  const change = { ...self, currentPassword: password, newPassword };
  await expect(changePassword(limited, change)).rejects.toMatchObject(refused);
  await expect(addPasskey(limited, add("b"))).rejects.toMatchObject(refused);
  await expect(renewRecoveryCodes(limited, self.userId)).rejects.toMatchObject(refused);
  expect(deps.open.size).toBe(1);
  await removePasskey(limited, { ...self, id: "a" });
  await remove(limited, { ...self, password, code: "222222", client });
  const turnedOn = enable(limited, { ...self, enrollment, code: "333333" });
  await expect(turnedOn).rejects.toMatchObject(refused);
  expect(await factor()).toBeUndefined();
});
