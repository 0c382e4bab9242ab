import { expect, it } from "vitest";
import { fakeDeps } from "../testing/fakes.ts";
import { createAdmin } from "./create-admin.ts";
import { register } from "./register.ts";
import { seedUser } from "./seed-user.ts";

const input = { username: "admin_jo", password: "Correct-horse-1" };

it("makes an admin under a name that nobody can register", async () => {
  const { account, created } = await createAdmin(fakeDeps())(input);
  expect(created).toBe(true);
  expect(account.user).toMatchObject({ username: "admin_jo", role: "admin" });
});

it("leaves an admin of that name as it is", async () => {
  const deps = fakeDeps();
  await createAdmin(deps)(input);
  const again = await createAdmin(deps)({ ...input, password: "Another-horse-2" });
  expect(again).toMatchObject({ created: false, account: { version: 1 } });
  expect(again.account.user.passwordHash).toBe("hash:Correct-horse-1");
});

it("makes no admin of a user who has the name", async () => {
  const deps = fakeDeps();
  await register(deps)({ ...input, username: "jo" });
  await expect(createAdmin(deps)({ ...input, username: "Jo" })).rejects.toMatchObject({
    kind: "conflict",
  });
  expect((await deps.users.findByUsername("jo"))?.user.role).toBe("user");
});

it("seeds a user once, without a session, and never under a reserved name", async () => {
  const deps = fakeDeps();
  const user = { ...input, username: "demo" };
  expect(await seedUser(deps)(user)).toMatchObject({ created: true });
  expect(await seedUser(deps)(user)).toMatchObject({ created: false });
  expect(deps.open.size).toBe(0);
  await expect(seedUser(deps)(input)).rejects.toMatchObject({ code: "username.reserved" });
});
