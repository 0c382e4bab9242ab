import { expect, it } from "vitest";
import type { UserId } from "../domain/user.ts";
import { fakeDeps } from "../testing/fakes.ts";
import { changeContact } from "./change-contact.ts";
import { claimPurchase } from "./claim-purchase.ts";
import { openCheckoutAccount } from "./open-checkout-account.ts";
import { prepareMail } from "./prepare-mail.ts";
import { register } from "./register.ts";
import { requestDeletion } from "./request-deletion.ts";
import { sendClaimLink } from "./send-claim-link.ts";

const email = "buyer@example.com";
const password = "Correct-horse-1";
const purchase = { checkoutId: "chk_1", plan: "lifetime" };

/** A purchase with the address of an account whose owner has not proved it. */
const bought = async () => {
  const deps = fakeDeps();
  const claimed: { checkoutId: string; userId: UserId }[] = [];
  deps.purchases.claim = (wanted) => {
    claimed.push(wanted);
    return Promise.resolve();
  };
  const { account } = await register(deps)({ username: "squatter", password, email });
  const userId = account.user.id;
  await openCheckoutAccount(deps)({ email, checkoutId: "chk_1" });
  const link = (checkoutId = "chk_1") =>
    deps.links.create({ purpose: "claim", email, userId, checkoutId }, 1_000);
  const move = (to: string) =>
    changeContact(deps)({ userId, currentPassword: password, change: { email: to } });
  const remind = (reminder: number, to?: string) =>
    sendClaimLink(deps)({ ...purchase, userId, reminder, email: to });
  const notes = () => deps.owed.filter(({ kind }) => kind === "claim");
  const claim = (token: string) => claimPurchase(deps)({ token, password: "Another-horse-2" });
  return { deps, claimed, userId, link, move, remind, notes, claim };
};

it("gives nothing to an account that has another address by now, and leaves the link", async () => {
  const { claimed, userId, link, move, claim } = await bought();
  const token = await link();
  await move("squatter@example.com");
  await expect(claim(token)).rejects.toMatchObject({ code: "link.invalid" });
  expect(claimed).toEqual([]);
  await move(email);
  await claim(token);
  expect(claimed).toEqual([{ checkoutId: "chk_1", userId }]);
});

it("gives nothing to an account that is being deleted", async () => {
  const { deps, claimed, userId, link, claim } = await bought();
  const token = await link();
  await requestDeletion(deps)({ userId, password });
  await expect(claim(token)).rejects.toMatchObject({ code: "link.invalid" });
  expect(claimed).toEqual([]);
});

it("is mailed to the address that paid, and to nobody once the account has another one", async () => {
  const { deps, move, remind, notes } = await bought();
  await remind(0, email);
  await move("squatter@example.com");
  await remind(1, email);
  expect(notes()).toMatchObject([{ id: "claim:chk_1:0", to: email }]);
  for (const note of notes()) expect(await prepareMail(deps)(note)).toBeUndefined();
});

it("is mailed to the account's address for a billing that does not tell which one paid", async () => {
  const { remind, notes } = await bought();
  await remind(0);
  expect(notes()).toMatchObject([{ to: email }]);
});

it("ends the other links to its purchase and those for a new password, and no other purchase's", async () => {
  const { deps, claimed, userId, link, claim } = await bought();
  const [first, reminder, other] = [await link(), await link(), await link("chk_2")];
  const reset = await deps.links.create({ purpose: "reset-password", email, userId }, 1_000);
  await claim(reminder);
  await expect(claim(first)).rejects.toMatchObject({ code: "link.invalid" });
  expect(await deps.links.find("reset-password", reset)).toBeUndefined();
  await claim(other);
  expect(claimed.map(({ checkoutId }) => checkoutId)).toEqual(["chk_1", "chk_2"]);
});
