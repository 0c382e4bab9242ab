import { AppError } from "@orbline/kit/errors";
import { expect, it } from "vitest";
import { succeededPayments } from "../testing/fake-deps.ts";
import type { Payments } from "./ports.ts";
import { unlessGone } from "./unless-gone.ts";

const unknown = new AppError("not-found", "payments.not-found", "The provider has no such thing.");
const down = new AppError("unavailable", "payments.unavailable", "No answer.");

/** Gives back pi_1, which the provider does not know, with these payments on record. */
const giveBack = async (recorded: string[], failure?: AppError) => {
  const asked: string[] = [];
  const told: unknown[] = [];
  const findPayment = (id: string) => {
    asked.push(id);
    return failure ? Promise.reject(failure) : Promise.resolve();
  };
  const payments = { findPayment } as unknown as Payments;
  const records = succeededPayments(...recorded);
  const orGone = unlessGone({ records, payments, report: (error) => void told.push(error) });
  const about = { what: "refund pi_1", objectId: "pi_1" };
  const ended = orGone(about, () => Promise.reject(unknown)).catch((error: unknown) => error);
  return { ended: await ended, asked, told };
};

const givenUp = [expect.objectContaining({ code: "payments.gone" })];

it("what is unknown is given up where the newest other payment is known", async () => {
  for (const recorded of [["pi_2"], ["pi_1", "pi_2", "pi_3"], ["pi_2", "pi_1"]])
    expect(await giveBack(recorded)).toEqual({ ended: undefined, asked: ["pi_2"], told: givenUp });
});

it("what is known after all, once our own account is asked, is done and nothing is told", async () => {
  const told: unknown[] = [];
  const payments = { findPayment: () => Promise.resolve() } as unknown as Payments;
  const records = succeededPayments("pi_2");
  const orGone = unlessGone({ records, payments, report: (error) => void told.push(error) });
  const answers = [Promise.reject(unknown), Promise.resolve("done")];
  const call = () => answers.shift() ?? Promise.reject(unknown);
  expect(await orGone({ what: "refund pi_1", objectId: "pi_1" }, call)).toBe("done");
  expect(told).toEqual([]);
});

it("gives up a payment that no other payment can vouch for", async () => {
  for (const recorded of [[], ["pi_1"]])
    expect(await giveBack(recorded, unknown)).toEqual({
      ended: undefined,
      asked: [],
      told: givenUp,
    });
});

it("nothing is given up at an account that does not know that payment either: its key is named", async () => {
  const { ended, told } = await giveBack(["pi_2"], unknown);
  expect(ended).toMatchObject({ kind: "internal", code: "payments.other-account" });
  expect(String(ended)).toContain("STRIPE_SECRET_KEY belongs to another account");
  expect(told).toEqual([]);
});

it("nor while the provider can not be asked", async () => {
  expect(await giveBack(["pi_2"], down)).toMatchObject({ ended: down, told: [] });
});
