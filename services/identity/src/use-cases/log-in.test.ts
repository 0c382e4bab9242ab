import { expect, it } from "vitest";
import { changePassword } from "../domain/user-changes.ts";
import { fakeDeps, outage } from "../testing/fakes.ts";
import { requestDeletion } from "./delete-account.ts";
import { logIn } from "./log-in.ts";
import { changeEmail } from "../testing/change-email.ts";
import { changeContact } from "./own-account.ts";
import { resetPassword } from "./password-reset.ts";
import { register } from "./register.ts";

const password = "Correct-horse-1";
const email = "jo@example.com";

const withJo = async () => {
  const deps = fakeDeps();
  const { account } = await register(deps, { username: "Jo", password });
  deps.open.clear();
  return { deps, id: account.user.id };
};

it("opens a session for the right password and the name in any case, and clears failures", async () => {
  const { deps, id } = await withJo();
  const { account, sessionToken } = await logIn(deps, { username: "JO", password });
  expect(account.user.id).toBe(id);
  expect(sessionToken).toBe("token2");
  expect([...deps.open]).toEqual([`${id}/session2`]);
  expect(deps.log).toEqual(["begin Jo", "succeed"]);
});

it("accepts the email as username and counts failures of both as one account", async () => {
  const deps = fakeDeps();
  await register(deps, { username: "Jo", password, email: "jo@example.com" });
  const enter = (credentials: { username: string; password: string }) => logIn(deps, credentials);
  const failed = enter({ username: "jo@example.com", password: "wrong" });
  await expect(failed).rejects.toMatchObject({ code: "login.failed" });
  const { account } = await enter({ username: "Jo@Example.com", password });
  expect(account.user.username).toBe("Jo");
  await expect(enter({ username: "no@example.com", password })).rejects.toMatchObject({
    code: "login.failed",
  });
  expect(deps.log).toEqual(["begin Jo", "begin Jo", "succeed", "begin no@example.com"]);
});

it("refuses an email that the account no longer has", async () => {
  const deps = fakeDeps();
  const { account } = await register(deps, { username: "Jo", password, email: "jo@example.com" });
  const { id: userId } = account.user;
  await changeEmail(deps, { userId, currentPassword: password, email: "new@example.com" });
  const old = logIn(deps, { username: "jo@example.com", password });
  await expect(old).rejects.toMatchObject({ code: "login.failed" });
  await logIn(deps, { username: "new@example.com", password });
});

it("returns the same error for an unknown user and a wrong password, and counts both", async () => {
  const { deps } = await withJo();
  const errors = [];
  for (const username of ["Jo", "nobody"]) {
    const failed = logIn(deps, { username, password: "wrong" });
    errors.push(await failed.catch((error: unknown) => error));
  }
  expect(errors[0]).toMatchObject({ kind: "unauthenticated", code: "login.failed" });
  expect(errors[1]).toEqual(errors[0]);
  expect(deps.log).toEqual(["begin Jo", "begin nobody"]);
  expect(deps.open.size).toBe(0);
});

it("hashes the password even for an unknown user", async () => {
  const { deps } = await withJo();
  const checked: (string | undefined)[] = [];
  const passwords = {
    ...deps.passwords,
    check: (given: string, hash: string | undefined) => {
      checked.push(hash);
      return deps.passwords.check(given, hash);
    },
  };
  const failed = logIn({ ...deps, passwords }, { username: "nobody", password });
  await expect(failed).rejects.toMatchObject({ code: "login.failed" });
  expect(checked).toEqual([undefined]);
});

it("does not count an attempt whose password could not be checked", async () => {
  const { deps } = await withJo();
  const passwords = { ...deps.passwords, check: outage };
  const failed = logIn({ ...deps, passwords }, { username: "Jo", password });
  await expect(failed).rejects.toMatchObject({ kind: "unavailable" });
  expect(deps.log).toEqual(["begin Jo", "withdraw"]);
});

it("renews a hash with old parameters", async () => {
  const { deps, id } = await withJo();
  const change = { passwordHash: `old:${password}` };
  await deps.users.update(id, (user) => ({
    eventType: "user.updated",
    state: { ...user, ...change },
    emails: [],
  }));
  await logIn(deps, { username: "Jo", password });
  expect((await deps.users.find(id))?.user.passwordHash).toBe(`hash:${password}`);
});

it("opens no session for a password that is replaced during its check", async () => {
  const { deps, id } = await withJo();
  const check = async (given: string, hash: string | undefined) => {
    const verdict = await deps.passwords.check(given, hash);
    await deps.users.update(id, (user) => changePassword(user, "hash:Another-2", new Date()));
    return verdict;
  };
  const late = { ...deps, passwords: { ...deps.passwords, check } };
  await expect(logIn(late, { username: "Jo", password })).rejects.toMatchObject({
    code: "login.failed",
  });
  expect(deps.open.size).toBe(0);
});

/** An account whose password is reset right after the old one was checked. */
const resetDuringCheck = async () => {
  const deps = fakeDeps();
  const { account } = await register(deps, { username: "Jo", password, email });
  const userId = account.user.id;
  const token = await deps.links.create({ purpose: "reset-password", email, userId }, 1_000);
  const check = async (given: string, hash: string | undefined) => {
    const verdict = await deps.passwords.check(given, hash);
    await resetPassword(deps, { token, password: "Another-horse-2" });
    return verdict;
  };
  return { deps: { ...deps, passwords: { ...deps.passwords, check } }, userId };
};

it("changes no email with a password that is reset during its check", async () => {
  const { deps, userId } = await resetDuringCheck();
  const change = { email: "thief@example.com" };
  const late = changeContact(deps, {
    sessionId: "session1",
    userId,
    currentPassword: password,
    change,
  });
  await expect(late).rejects.toMatchObject({
    code: "password.incorrect",
    issues: [{ path: "currentPassword" }],
  });
  const user = (await deps.users.find(userId))?.user;
  expect(user).toMatchObject({ email, emailVerified: true });
  expect(user?.newEmail).toBeUndefined();
});

it("starts no deletion with a password that is reset during its check", async () => {
  const { deps, userId } = await resetDuringCheck();
  const late = requestDeletion(deps, { sessionId: "session1", userId, password });
  await expect(late).rejects.toMatchObject({
    code: "password.incorrect",
    issues: [{ path: "password" }],
  });
  expect(await deps.users.findDeletions(10)).toEqual([]);
});

it("starts one deletion for two requests at the same time", async () => {
  const deps = fakeDeps();
  const { account } = await register(deps, { username: "Jo", password });
  const userId = account.user.id;
  const leave = () => requestDeletion(deps, { sessionId: "session1", userId, password });
  await Promise.all([leave(), leave()]);
  expect(await deps.users.findDeletions(10)).toEqual([userId]);
});
