import { expect, it } from "vitest";
import { fakeDeps, outage } from "../testing/fakes.ts";
import { register } from "./register.ts";

const input = { username: "Jo", password: "Correct-horse-1", email: "jo@example.com" };

it("stores the account with a hashed password and opens a session for it", async () => {
  const deps = fakeDeps();
  const { account, sessionId } = await register(deps)(input);
  expect(account.user).toMatchObject({ role: "user", passwordHash: "hash:Correct-horse-1" });
  expect(await deps.users.find(account.user.id)).toMatchObject({ version: 1 });
  expect(sessionId).toBe("id1");
  expect([...deps.open]).toEqual([`${account.user.id}/sid1`]);
});

it.each(["admin_jo", "Support"])("refuses the reserved name %s", async (username) => {
  const deps = fakeDeps();
  await expect(register(deps)({ ...input, username })).rejects.toMatchObject({
    kind: "invalid",
    code: "username.reserved",
  });
  expect(await deps.users.findByUsername(username)).toBeUndefined();
});

it("refuses a taken name or e-mail before anything is hashed", async () => {
  const deps = fakeDeps();
  await register(deps)(input);
  const again = register({ ...deps, passwords: { ...deps.passwords, hash: outage } });
  const { username, email } = input;
  await expect(again({ ...input, email: "b@example.com" })).rejects.toMatchObject({
    message: "This username is already taken.",
  });
  await expect(again({ ...input, username: `${username}2`, email })).rejects.toMatchObject({
    message: "This email address is already registered.",
  });
});

it("leaves no session behind when somebody else was faster", async () => {
  const deps = fakeDeps();
  const users = { ...deps.users, findByUsername: () => Promise.resolve(undefined) };
  await register(deps)(input);
  const second = register({ ...deps, users })({ ...input, email: undefined });
  await expect(second).rejects.toMatchObject({ code: "username.taken" });
  expect(deps.open.size).toBe(1);
});

it("stores nothing while sessions are unavailable", async () => {
  const deps = fakeDeps();
  const down = { ...deps, sessions: { ...deps.sessions, open: outage } };
  await expect(register(down)(input)).rejects.toMatchObject({ kind: "unavailable" });
  expect(await deps.users.findByUsername(input.username)).toBeUndefined();
});
