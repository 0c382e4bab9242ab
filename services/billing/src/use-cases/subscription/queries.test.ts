import { expect, it } from "vitest";
import { empty, now } from "../../testing/fixtures.ts";
import { fakeDeps } from "../../testing/fake-deps.ts";
import type { Invoice } from "../payment-provider.ts";
import { listInvoices } from "./queries.ts";

const invoices: Record<string, string[]> = {
  cus_new: ["2026-11-20", "2026-09-20"],
  cus_gone: ["2026-10-20", "2026-08-20"],
};

const daysFor = async (fields: { customerId?: string; otherCustomerIds?: string[] }) => {
  const state = { ...empty, ...fields };
  const deps = fakeDeps(
    { now: () => now },
    {
      subscriptions: { find: () => Promise.resolve({ state, version: 1 }) },
      payments: { list: () => Promise.resolve({ rows: [] }) },
      provider: {
        listInvoices: (customer) =>
          Promise.resolve(
            (invoices[customer] ?? []).map(
              (day) => ({ createdAt: new Date(day), paymentIds: [] as string[] }) as Invoice,
            ),
          ),
      },
    },
  );
  return (await listInvoices(deps, "usr_1")).map(({ createdAt }) =>
    createdAt.toISOString().slice(0, 10),
  );
};

it("lists the invoices of all customers of a user, newest first", async () => {
  const both = { customerId: "cus_new", otherCustomerIds: ["cus_gone"] };
  expect(await daysFor(both)).toEqual(["2026-11-20", "2026-10-20", "2026-09-20", "2026-08-20"]);
});

it("lists no invoices for a user without any purchase", async () => {
  expect(await daysFor({})).toEqual([]);
});
