import { expect, it } from "vitest";
import { fakeDeps } from "../testing/fakes.ts";
import { changeContact } from "./change-contact.ts";
import { register } from "./register.ts";
import { requestDeletion } from "./request-deletion.ts";
import { resetPassword } from "./reset-password.ts";

const password = "Correct-horse-1";
const email = "jo@example.com";

/** Jo, whose password is reset by a mailed link after the old one was found right and before that is acted on. */
const resetWhileChecking = async () => {
  const deps = fakeDeps();
  const { account } = await register(deps)({ username: "Jo", password, email });
  const userId = account.user.id;
  const token = await deps.links.create({ purpose: "reset-password", email, userId }, 1_000);
  const check = async (given: string, hash: string | undefined) => {
    const verdict = await deps.passwords.check(given, hash);
    await resetPassword(deps)({ token, password: "Another-horse-2" });
    return verdict;
  };
  return { deps: { ...deps, passwords: { ...deps.passwords, check } }, userId };
};

it("changes no e-mail by a password that was reset while it was being checked", async () => {
  const { deps, userId } = await resetWhileChecking();
  const change = { email: "thief@example.com" };
  const late = changeContact(deps)({ userId, currentPassword: password, change });
  await expect(late).rejects.toMatchObject({
    code: "password.incorrect",
    issues: [{ path: "currentPassword" }],
  });
  expect((await deps.users.find(userId))?.user).toMatchObject({ email, emailVerified: true });
});

it("begins no deletion by a password that was reset while it was being checked", async () => {
  const { deps, userId } = await resetWhileChecking();
  const late = requestDeletion(deps)({ userId, password });
  await expect(late).rejects.toMatchObject({
    code: "password.incorrect",
    issues: [{ path: "password" }],
  });
  expect(await deps.users.findDeletions(10)).toEqual([]);
});

it("begins a deletion once when it is asked for twice at the same time", async () => {
  const deps = fakeDeps();
  const { account } = await register(deps)({ username: "Jo", password });
  const userId = account.user.id;
  const leave = requestDeletion(deps);
  await Promise.all([leave({ userId, password }), leave({ userId, password })]);
  expect(await deps.users.findDeletions(10)).toEqual([userId]);
});
