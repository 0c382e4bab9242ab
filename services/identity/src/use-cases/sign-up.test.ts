import { expect, it } from "vitest";
import { fakeDeps } from "../testing/fakes.ts";
import { signUp } from "./sign-up.ts";

const input = { username: "Jo", password: "Correct-horse-1", email: "jo@example.com" };

it("opens an account and a session", async () => {
  const deps = fakeDeps();
  const { created, account } = await signUp(deps)(input);
  expect(created).toBe(true);
  expect([...deps.open]).toEqual([`${account.user.id}/sid1`]);
});

it("signs in when the same name, e-mail and password come again", async () => {
  const deps = fakeDeps();
  const first = await signUp(deps)(input);
  const again = await signUp(deps)({ ...input, username: "jo", email: "JO@example.com" });
  expect(again).toMatchObject({ created: false, sessionId: "id2" });
  expect(again.account.user.id).toBe(first.account.user.id);
});

it("signs in an account without an e-mail when none is given again", async () => {
  const deps = fakeDeps();
  await signUp(deps)({ ...input, email: undefined });
  expect(await signUp(deps)({ ...input, email: undefined })).toMatchObject({ created: false });
});

it.each([
  ["a wrong password", { password: "Wrong-horse-1" }, "username.taken"],
  ["another e-mail", { email: "other@example.com" }, "username.taken"],
  ["no e-mail", { email: undefined }, "username.taken"],
  ["another name", { username: "Other" }, "email.taken"],
])("is a conflict with %s", async (_what, change, code) => {
  const deps = fakeDeps();
  await signUp(deps)(input);
  deps.open.clear();
  await expect(signUp(deps)({ ...input, ...change })).rejects.toMatchObject({
    kind: "conflict",
    code,
  });
  expect(deps.open.size).toBe(0);
});

it("throttles guesses as a login does, and never signs in to a reserved name", async () => {
  const deps = fakeDeps();
  await signUp(deps)(input);
  await signUp(deps)({ ...input, password: "Wrong-horse-1" }).catch(() => undefined);
  expect(deps.log).toEqual(["begin Jo"]);
  await expect(signUp(deps)({ ...input, username: "admin_jo" })).rejects.toMatchObject({
    code: "username.reserved",
  });
});
