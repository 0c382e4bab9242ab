import { AppError } from "@orbline/kit/errors";
import { expect, it } from "vitest";
import type { Checkout } from "../domain/checkout.ts";
import { succeededPayments } from "../testing/fake-deps.ts";
import { now } from "../testing/fixtures.ts";
import { closeCheckouts } from "./close-checkouts.ts";
import type { Checkouts, Payments } from "./ports.ts";

const open: Checkout = {
  id: "chk_1",
  userId: "usr_1",
  plan: "monthly",
  source: "test",
  status: "open",
  sessionId: "cs_1",
  createdAt: now,
};

const unknown = () => Promise.reject(new AppError("not-found", "payments.not-found", "unknown"));
const known = () => Promise.resolve({});

type Provider = { closeSession: () => Promise<string>; findPayment?: () => Promise<object> };

/** What happens to an open page at this provider. */
const close = async ({ closeSession, findPayment = known }: Provider) => {
  const done: string[] = [];
  const replace = (id: string) => Promise.resolve(void done.push(`replace ${id}`));
  await closeCheckouts({
    checkouts: { replace } as Partial<Checkouts> as Checkouts,
    payments: { closeSession, findPayment } as unknown as Payments,
    records: succeededPayments("pi_ours"),
    fulfil: (sessionId) => {
      done.push(`fulfil ${sessionId}`);
      return Promise.resolve({ kind: "unpaid" });
    },
    report: (error) => void done.push(error instanceof AppError ? error.code : String(error)),
  })([open]);
  return done;
};

it("a page is closed, and one that was paid meanwhile has its effect", async () => {
  expect(await close({ closeSession: () => Promise.resolve("closed") })).toEqual(["replace chk_1"]);
  expect(await close({ closeSession: () => Promise.resolve("complete") })).toEqual(["fulfil cs_1"]);
});

it("one that the provider does not know any more is closed", async () => {
  expect(await close({ closeSession: unknown })).toEqual(["replace chk_1"]);
});

it("but stays open where another account than ours was asked: at ours it can still be paid", async () => {
  const atAnother = { closeSession: unknown, findPayment: unknown };
  expect(await close(atAnother)).toEqual(["payments.other-account"]);
});
