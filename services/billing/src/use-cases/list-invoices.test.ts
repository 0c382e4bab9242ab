import { expect, it } from "vitest";
import { empty } from "../testing/fixtures.ts";
import { listInvoices } from "./list-invoices.ts";
import type { BillingDeps } from "./ports.ts";

const bills: Record<string, string[]> = {
  cus_new: ["2026-11-20", "2026-09-20"],
  cus_gone: ["2026-10-20", "2026-08-20"],
};

const daysFor = async (fields: { customerId?: string; otherCustomerIds?: string[] }) => {
  const list = listInvoices({
    subscriptions: { find: () => Promise.resolve({ state: { ...empty, ...fields }, version: 1 }) },
    payments: {
      listInvoices: (customer: string) =>
        Promise.resolve(bills[customer]?.map((day) => ({ createdAt: new Date(day) }))),
    },
  } as unknown as BillingDeps);
  return (await list("usr_1")).map(({ createdAt }) => createdAt.toISOString().slice(0, 10));
};

it("bills of every customer that a user is or was are listed, newest first", async () => {
  const both = { customerId: "cus_new", otherCustomerIds: ["cus_gone"] };
  expect(await daysFor(both)).toEqual(["2026-11-20", "2026-10-20", "2026-09-20", "2026-08-20"]);
});

it("who has never bought has none", async () => {
  expect(await daysFor({})).toEqual([]);
});
