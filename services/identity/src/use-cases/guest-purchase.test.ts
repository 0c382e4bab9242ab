import { expect, it } from "vitest";
import type { UserId } from "../domain/user.ts";
import { verificationEmail } from "../domain/email.ts";
import { notification, verifyEmail } from "../domain/user-changes.ts";
import { fakeDeps, outage } from "../testing/fakes.ts";
import { requestDeletion } from "./delete-account.ts";
import { claimPurchase, openCheckoutAccount, sendClaimLink } from "./guest-purchase.ts";
import { changeEmail } from "../testing/change-email.ts";
import { prepareEmail } from "./prepare-email.ts";
import { register } from "./register.ts";
import { beginEnrollment, enable } from "./second-factor/manage.ts";

const email = "buyer@example.com";
const password = "Correct-horse-1";
const purchase = { checkoutId: "chk_1", plan: "lifetime" };

/** A purchase with the unverified address of an existing account. */
const bought = async () => {
  const deps = fakeDeps();
  const claimed: { checkoutId: string; userId: UserId }[] = [];
  deps.purchases.claim = (wanted) => {
    claimed.push(wanted);
    return Promise.resolve();
  };
  const { account } = await register(deps, { username: "squatter", password, email });
  const userId = account.user.id;
  await openCheckoutAccount(deps, { email, checkoutId: "chk_1" });
  const link = (checkoutId = "chk_1") =>
    deps.links.create({ purpose: "claim", email, userId, checkoutId }, 1_000);
  const move = (to: string) => changeEmail(deps, { userId, currentPassword: password, email: to });
  const remind = (reminder: number) =>
    sendClaimLink(deps, { ...purchase, userId, reminder, email });
  const claimEmails = () => deps.pendingEmails.filter(({ kind }) => kind === "claim");
  const claim = (token: string) => claimPurchase(deps, { token, password: "Another-horse-2" });
  return { deps, claimed, userId, link, move, remind, claimEmails, claim };
};

it("claims nothing for an account whose address has changed, and keeps the link valid", async () => {
  const { claimed, userId, link, move, claim } = await bought();
  const token = await link();
  await move("squatter@example.com");
  await expect(claim(token)).rejects.toMatchObject({ code: "link.invalid" });
  expect(claimed).toEqual([]);
  await move(email);
  await claim(token);
  expect(claimed).toEqual([{ checkoutId: "chk_1", userId }]);
});

it("claims nothing for an account that is being deleted", async () => {
  const { deps, claimed, userId, link, claim } = await bought();
  const token = await link();
  await requestDeletion(deps, { sessionId: "session1", userId, password });
  await expect(claim(token)).rejects.toMatchObject({ code: "link.invalid" });
  expect(claimed).toEqual([]);
});

it("sends the claim link to the address that paid, and to nobody once the account has another address", async () => {
  const { deps, move, remind, claimEmails } = await bought();
  await remind(0);
  await move("squatter@example.com");
  await remind(1);
  expect(claimEmails()).toMatchObject([{ id: "claim:chk_1:0", to: email }]);
  for (const pending of claimEmails()) expect(await prepareEmail(deps, pending)).toBeUndefined();
});

it("writes no generated username into emails to a guest", async () => {
  const deps = fakeDeps();
  const { account } = await openCheckoutAccount(deps, { email, checkoutId: "chk_1" });
  const userId = account.user.id;
  await sendClaimLink(deps, { ...purchase, userId, reminder: 0, email });
  deps.pendingEmails.push(
    verificationEmail(userId, email, deps.time.now),
    ...notification("password-changed", account.user, deps.time.now),
    ...notification("email-changed", account.user, deps.time.now, { canUndo: true }),
    { id: "1", kind: "reset-password", to: email, data: {} },
    { id: "2", kind: "new-device", userId, to: email, data: { device: "Firefox", at: "2026" } },
  );
  const prepared = await Promise.all(deps.pendingEmails.map((one) => prepareEmail(deps, one)));
  expect(prepared.map((one) => one?.kind)).toEqual(deps.pendingEmails.map(({ kind }) => kind));
  expect(JSON.stringify(prepared)).not.toContain("player-");
});

it("revokes the other claim links of its purchase and the password links, but no links of other purchases", async () => {
  const { deps, claimed, userId, link, claim } = await bought();
  const [first, reminder, other] = [await link(), await link(), await link("chk_2")];
  const reset = await deps.links.create({ purpose: "reset-password", email, userId }, 1_000);
  await claim(reminder);
  await expect(claim(first)).rejects.toMatchObject({ code: "link.invalid" });
  expect(await deps.links.find("reset-password", reset)).toBeUndefined();
  await claim(other);
  expect(claimed.map(({ checkoutId }) => checkoutId)).toEqual(["chk_1", "chk_2"]);
});

it("hashes no password for a claim without the code, which can be sent again and again", async () => {
  const { deps, userId, link } = await bought();
  await deps.users.update(userId, verifyEmail);
  const self = { userId, sessionId: "session1" };
  const { enrollment } = await beginEnrollment(deps, { ...self, password });
  await enable(deps, { ...self, enrollment, code: "111111" });
  const withoutHashes = { ...deps, passwords: { ...deps.passwords, hash: outage } };
  const token = await link();
  await expect(
    claimPurchase(withoutHashes, { token, password: "Another-horse-2" }),
  ).rejects.toMatchObject({ code: "second_factor_required" });
});
