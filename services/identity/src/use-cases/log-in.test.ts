import { expect, it } from "vitest";
import { changeContact, changePassword } from "../domain/user-changes.ts";
import { fakeDeps, outage } from "../testing/fakes.ts";
import { logIn } from "./log-in.ts";
import { logOut } from "./log-out.ts";
import { register } from "./register.ts";

const password = "Correct-horse-1";

const withJo = async () => {
  const deps = fakeDeps();
  const { account } = await register(deps)({ username: "Jo", password });
  deps.open.clear();
  return { deps, id: account.user.id };
};

it("opens a session for the right password, whatever the name's case, and forgives failures", async () => {
  const { deps, id } = await withJo();
  const { account, sessionId } = await logIn(deps)({ username: "JO", password });
  expect(account.user.id).toBe(id);
  expect(sessionId).toBe("id2");
  expect([...deps.open]).toEqual([`${id}/sid2`]);
  expect(deps.log).toEqual(["begin Jo", "succeed"]);
});

it("takes the e-mail for the username, and counts both as one account", async () => {
  const deps = fakeDeps();
  await register(deps)({ username: "Jo", password, email: "jo@example.com" });
  const enter = logIn(deps);
  const failed = enter({ username: "jo@example.com", password: "wrong" });
  await expect(failed).rejects.toMatchObject({ code: "login.failed" });
  const { account } = await enter({ username: "Jo@Example.com", password });
  expect(account.user.username).toBe("Jo");
  await expect(enter({ username: "no@example.com", password })).rejects.toMatchObject({
    code: "login.failed",
  });
  expect(deps.log).toEqual(["begin Jo", "begin Jo", "succeed", "begin no@example.com"]);
});

it("finds nobody by an e-mail that the account has no more", async () => {
  const deps = fakeDeps();
  const { account } = await register(deps)({ username: "Jo", password, email: "jo@example.com" });
  const change = (email: string) => (user: typeof account.user) =>
    changeContact(user, { email }, deps.clock.now());
  await deps.users.update(account.user.id, change("new@example.com"));
  const old = logIn(deps)({ username: "jo@example.com", password });
  await expect(old).rejects.toMatchObject({ code: "login.failed" });
  await logIn(deps)({ username: "new@example.com", password });
});

it("gives an unknown user and a wrong password the same answer, and counts both", async () => {
  const { deps } = await withJo();
  const answers = [];
  for (const username of ["Jo", "nobody"]) {
    const failed = logIn(deps)({ username, password: "wrong" });
    answers.push(await failed.catch((error: unknown) => error));
  }
  expect(answers[0]).toMatchObject({ kind: "unauthenticated", code: "login.failed" });
  expect(answers[1]).toEqual(answers[0]);
  expect(deps.log).toEqual(["begin Jo", "begin nobody"]);
  expect(deps.open.size).toBe(0);
});

it("checks a password for an unknown user too", async () => {
  const { deps } = await withJo();
  const checked: (string | undefined)[] = [];
  const passwords = {
    ...deps.passwords,
    check: (given: string, hash: string | undefined) => {
      checked.push(hash);
      return deps.passwords.check(given, hash);
    },
  };
  const failed = logIn({ ...deps, passwords })({ username: "nobody", password });
  await expect(failed).rejects.toMatchObject({ code: "login.failed" });
  expect(checked).toEqual([undefined]);
});

it("does not count an attempt that got no verdict", async () => {
  const { deps } = await withJo();
  const passwords = { ...deps.passwords, check: outage };
  const failed = logIn({ ...deps, passwords })({ username: "Jo", password });
  await expect(failed).rejects.toMatchObject({ kind: "unavailable" });
  expect(deps.log).toEqual(["begin Jo", "withdraw"]);
});

it("renews a hash made with older parameters", async () => {
  const { deps, id } = await withJo();
  const change = { passwordHash: `old:${password}` };
  await deps.users.update(id, (user) => ({
    eventType: "user.updated",
    state: { ...user, ...change },
    mails: [],
  }));
  await logIn(deps)({ username: "Jo", password });
  expect((await deps.users.find(id))?.user.passwordHash).toBe(`hash:${password}`);
});

it("opens no session for a password that was replaced while it was being checked", async () => {
  const { deps, id } = await withJo();
  const check = async (given: string, hash: string | undefined) => {
    const verdict = await deps.passwords.check(given, hash);
    await deps.users.update(id, (user) => changePassword(user, "hash:Another-2", new Date()));
    return verdict;
  };
  const late = logIn({ ...deps, passwords: { ...deps.passwords, check } });
  await expect(late({ username: "Jo", password })).rejects.toMatchObject({ code: "login.failed" });
  expect(deps.open.size).toBe(0);
});

it("ends a session, and ending it again is fine", async () => {
  const { deps, id } = await withJo();
  await logIn(deps)({ username: "Jo", password });
  await logOut(deps)({ userId: id, sid: "sid2" });
  await logOut(deps)({ userId: id, sid: "sid2" });
  expect(deps.open.size).toBe(0);
});
