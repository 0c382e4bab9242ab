import { describe, expect, it } from "vitest";
import { fakeDeps, outage } from "../testing/fakes.ts";
import { createAdmin, createDemoUser, register, signUp } from "./register.ts";

const input = { username: "Jo", password: "Correct-horse-1", email: "jo@example.com" };

describe("register", () => {
  it("stores an account with a hashed password and opens a session for it", async () => {
    const deps = fakeDeps();
    const { account, sessionToken } = await register(deps, input);
    expect(account.user).toMatchObject({ role: "user", passwordHash: "hash:Correct-horse-1" });
    expect(await deps.users.find(account.user.id)).toMatchObject({ version: 1 });
    expect(sessionToken).toBe("token1");
    expect([...deps.open]).toEqual([`${account.user.id}/session1`]);
  });

  it.each(["admin_jo", "Support"])("refuses the reserved name %s", async (username) => {
    const deps = fakeDeps();
    await expect(register(deps, { ...input, username })).rejects.toMatchObject({
      kind: "invalid",
      code: "username.reserved",
    });
    expect(await deps.users.findByUsername(username)).toBeUndefined();
  });

  it("refuses a taken name or email before it hashes the password", async () => {
    const deps = fakeDeps();
    await register(deps, input);
    const again = (change: Partial<typeof input>) =>
      register(
        { ...deps, passwords: { ...deps.passwords, hash: outage } },
        { ...input, ...change },
      );
    await expect(again({ email: "b@example.com" })).rejects.toMatchObject({
      message: "This username is already taken.",
    });
    await expect(again({ username: "Jo2" })).rejects.toMatchObject({
      message: "This email address is already registered.",
    });
  });

  it("closes the session of a registration that loses a race for the name", async () => {
    const deps = fakeDeps();
    const users = { ...deps.users, findByUsername: () => Promise.resolve(undefined) };
    await register(deps, input);
    const second = register({ ...deps, users }, { ...input, email: undefined });
    await expect(second).rejects.toMatchObject({ code: "username.taken" });
    expect(deps.open.size).toBe(1);
  });

  it("stores no account while sessions are unavailable", async () => {
    const deps = fakeDeps();
    const down = { ...deps, sessions: { ...deps.sessions, open: outage } };
    await expect(register(down, input)).rejects.toMatchObject({ kind: "unavailable" });
    expect(await deps.users.findByUsername(input.username)).toBeUndefined();
  });
});

describe("signUp", () => {
  it("opens an account and a session", async () => {
    const deps = fakeDeps();
    const { created, account } = await signUp(deps, input);
    expect(created).toBe(true);
    expect([...deps.open]).toEqual([`${account.user.id}/session1`]);
  });

  it("signs in when the same name, email and password are sent again", async () => {
    const deps = fakeDeps();
    const first = await signUp(deps, input);
    const again = await signUp(deps, { ...input, username: "jo", email: "JO@example.com" });
    expect(again).toMatchObject({ created: false, sessionToken: "token2" });
    expect(again.account.user.id).toBe(first.account.user.id);
  });

  it("signs in to an account without an email when no email is sent again", async () => {
    const deps = fakeDeps();
    await signUp(deps, { ...input, email: undefined });
    expect(await signUp(deps, { ...input, email: undefined })).toMatchObject({ created: false });
  });

  it.each([
    ["a wrong password", { password: "Wrong-horse-1" }, "username.taken"],
    ["another email", { email: "other@example.com" }, "username.taken"],
    ["no email", { email: undefined }, "username.taken"],
    ["another name", { username: "Other" }, "email.taken"],
  ])("refuses a known account with %s", async (_difference, change, code) => {
    const deps = fakeDeps();
    await signUp(deps, input);
    deps.open.clear();
    await expect(signUp(deps, { ...input, ...change })).rejects.toMatchObject({
      kind: "conflict",
      code,
    });
    expect(deps.open.size).toBe(0);
  });

  it("throttles guesses like a login and never signs in to a reserved name", async () => {
    const deps = fakeDeps();
    await signUp(deps, input);
    await signUp(deps, { ...input, password: "Wrong-horse-1" }).catch(() => undefined);
    expect(deps.log).toEqual(["begin Jo"]);
    await expect(signUp(deps, { ...input, username: "admin_jo" })).rejects.toMatchObject({
      code: "username.reserved",
    });
  });
});

describe("createAdmin", () => {
  const admin = { username: "admin_jo", password: "Correct-horse-1" };

  it("makes an admin with a name that nobody can register", async () => {
    const { account, created } = await createAdmin(fakeDeps(), admin);
    expect(created).toBe(true);
    expect(account.user).toMatchObject({ username: "admin_jo", role: "admin" });
  });

  it("leaves an existing admin unchanged", async () => {
    const deps = fakeDeps();
    await createAdmin(deps, admin);
    const again = await createAdmin(deps, { ...admin, password: "Another-horse-2" });
    expect(again).toMatchObject({ created: false, account: { version: 1 } });
    expect(again.account.user.passwordHash).toBe("hash:Correct-horse-1");
  });

  it("refuses the name of a user", async () => {
    const deps = fakeDeps();
    await register(deps, input);
    await expect(createAdmin(deps, { ...admin, username: "jo" })).rejects.toMatchObject({
      kind: "conflict",
    });
    expect((await deps.users.findByUsername("jo"))?.user.role).toBe("user");
  });
});

it("makes a demo user once, without a session, and never under a reserved name", async () => {
  const deps = fakeDeps();
  expect(await createDemoUser(deps, input)).toMatchObject({ created: true });
  expect(await createDemoUser(deps, input)).toMatchObject({ created: false });
  expect(deps.open.size).toBe(0);
  const reserved = createDemoUser(deps, { ...input, username: "admin_jo" });
  await expect(reserved).rejects.toMatchObject({ code: "username.reserved" });
});
