import { expect, it } from "vitest";
import type { UserId } from "../domain/user.ts";
import { fakeDeps, outage } from "../testing/fakes.ts";
import { claimPurchase } from "./guest-purchase.ts";
import { openCheckoutAccount } from "./guest-purchase.ts";
import { changePassword } from "./own-account.ts";
import { prepareEmail } from "./prepare-email.ts";
import { register } from "./register.ts";
import { resetPassword } from "./password-reset.ts";

const email = "jo@example.com";
const password = "Correct-horse-1";
const hourMs = 3_600_000;

const withClaims = () => {
  const deps = fakeDeps();
  const claimed: { checkoutId: string; userId: UserId }[] = [];
  const purchases = {
    ...deps.purchases,
    claim: (purchase: { checkoutId: string; userId: UserId }) => {
      claimed.push(purchase);
      return Promise.resolve();
    },
  };
  const mailLink = (userId: UserId) =>
    deps.links.create({ purpose: "reset-password", email, userId }, 1_000);
  return { deps: { ...deps, purchases }, claimed, mailLink };
};

it("claims the purchase that opened the account with the first password, and keeps the link until then", async () => {
  const { deps, claimed, mailLink } = withClaims();
  const { account } = await openCheckoutAccount(deps, { email, checkoutId: "chk_1" });
  const userId = account.user.id;
  const token = await mailLink(userId);
  const down = { ...deps, purchases: { ...deps.purchases, claim: outage } };
  const failed = resetPassword(down, { token, password });
  await expect(failed).rejects.toMatchObject({ kind: "unavailable" });
  expect((await deps.users.find(userId))?.user.passwordHash).toBeUndefined();
  await resetPassword(deps, { token, password });
  expect(claimed).toEqual([{ checkoutId: "chk_1", userId }]);
  await resetPassword(deps, { token: await mailLink(userId), password: "Another-horse-2" });
  expect(claimed).toHaveLength(1);
});

it("claims nothing for an account without a purchase", async () => {
  const { deps, claimed, mailLink } = withClaims();
  const { account } = await register(deps, { username: "Jo", password, email });
  const token = await mailLink(account.user.id);
  await resetPassword(deps, { token, password: "Another-horse-2" });
  expect(claimed).toEqual([]);
});

it("revokes the claim links of the purchase that it claims, but not those of another", async () => {
  const { deps, claimed, mailLink } = withClaims();
  const { account } = await openCheckoutAccount(deps, { email, checkoutId: "chk_1" });
  const userId = account.user.id;
  const claimLink = (checkoutId: string) =>
    deps.links.create({ purpose: "claim", email, userId, checkoutId }, 1_000);
  const [first, reminder] = [await claimLink("chk_1"), await claimLink("chk_1")];
  const other = await claimLink("chk_2");
  await resetPassword(deps, { token: await mailLink(userId), password });
  const claim = (token: string) => claimPurchase(deps, { token, password: "Another-horse-2" });
  for (const token of [first, reminder])
    await expect(claim(token)).rejects.toMatchObject({ code: "link.invalid" });
  await claim(other);
  expect(claimed.map(({ checkoutId }) => checkoutId)).toEqual(["chk_1", "chk_2"]);
});

it("sets a password by a link for an hour, also after a change of the password", async () => {
  const deps = fakeDeps();
  const { account } = await register(deps, { username: "Jo", password, email });
  const userId = account.user.id;
  const mail = async () => {
    const pending = { id: "1", kind: "reset-password", to: email, data: {} } as const;
    const prepared = await prepareEmail(deps, pending);
    return prepared && "secret" in prepared ? (prepared.secret ?? "") : "";
  };
  const [first, second] = [await mail(), await mail()];
  const self = { userId, sessionId: "session1" };
  const newPassword = "Thief-horse-9";
  await changePassword(deps, { ...self, currentPassword: password, newPassword });
  const pass = (ms: number) => {
    deps.time.now = new Date(deps.time.now.getTime() + ms);
  };
  pass(hourMs - 1);
  expect(await deps.links.find("reset-password", second)).toBeDefined();
  expect(await resetPassword(deps, { token: first, password })).toBe(userId);
  expect(await deps.links.find("reset-password", second)).toBeUndefined();
  const late = await mail();
  pass(hourMs);
  const expired = resetPassword(deps, { token: late, password: newPassword });
  await expect(expired).rejects.toMatchObject({ code: "link.invalid" });
});
