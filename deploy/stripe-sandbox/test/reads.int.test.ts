import type Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkBodies, expandableFields } from "./contract.ts";
import {
  idOf,
  openLifetime,
  openPlan,
  openTrial,
  pay,
  type Running,
  SECRET_KEY,
  startSandbox,
} from "./support.ts";

checkBodies();

type Body = { [key: string]: unknown; id: string; object: string };

let running: Running;
let stripe: Stripe;
/** One object of each kind by its path. */
const objects = new Map<string, Body>();

const get = async (path: string) => {
  const headers = { authorization: `Bearer ${SECRET_KEY}` };
  const response = await fetch(`${running.url}${path}`, { headers });
  return { status: response.status, body: (await response.json()) as Body & { data: Body[] } };
};

/** A plan that changes to another with a proration, a disputed and a refunded payment, and a trial. */
const makeObjects = async () => {
  const monthly = await openPlan(stripe, "monthly");
  await pay(monthly.url);
  const { subscription, customer } = await stripe.checkout.sessions.retrieve(monthly.id, {
    expand: ["subscription"],
  });
  const bought = subscription as Stripe.Subscription;
  const { data: prices } = await stripe.prices.list({ lookup_keys: ["annual"] });
  const items = [{ id: bought.items.data[0]?.id ?? "", price: prices[0]?.id ?? "" }];
  await stripe.subscriptions.update(bought.id, { items });
  const disputed = await openLifetime(stripe);
  await pay(disputed.url, { cardNumber: "4000 0000 0000 0259" });
  const refunded = await openLifetime(stripe);
  await pay(refunded.url, { cardNumber: "4000 0000 0000 5126" });
  const { payment_intent: intent } = await stripe.checkout.sessions.retrieve(refunded.id);
  await stripe.refunds.create({ payment_intent: idOf(intent) });
  const trial = await openTrial(stripe);
  await pay(trial.url);
  running.sandbox.control.advance(120);
  const { data: changes } = await stripe.events.list({ type: "setup_intent.succeeded" });
  const { data: charges } = await stripe.charges.list({ customer: idOf(customer) });
  return {
    subscription: bought.id,
    setup: (changes[0]?.data.object as Stripe.SetupIntent | undefined)?.id,
    balance: idOf(charges[0]?.balance_transaction),
    customer: idOf(customer),
  };
};

beforeAll(async () => {
  running = await startSandbox();
  stripe = running.stripe;
  const { subscription, setup, balance, customer } = await makeObjects();
  const lists = [
    "/v1/charges",
    "/v1/checkout/sessions",
    "/v1/customers",
    "/v1/disputes",
    "/v1/invoice_payments",
    "/v1/invoiceitems",
    "/v1/invoices",
    `/v1/payment_methods?customer=${customer}`,
    "/v1/prices",
    "/v1/refunds",
    `/v1/subscription_items?subscription=${subscription}`,
    "/v1/subscriptions",
  ];
  for (const list of lists) {
    const [first] = (await get(list)).body.data;
    if (!first) throw new Error(`no object in ${list}`);
    objects.set(`${list.split("?")[0]}/${first.id}`, first);
  }
  const intent = idOf((await stripe.charges.list({ customer })).data[0]?.payment_intent);
  for (const path of [
    `/v1/payment_intents/${intent}`,
    `/v1/setup_intents/${setup}`,
    `/v1/balance_transactions/${balance}`,
  ])
    objects.set(path, (await get(path)).body);
});
afterAll(() => running.sandbox.close());

/** The addresses of all lists in a body. */
function listUrls(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  const { object, url } = value as Partial<Record<string, unknown>>;
  const own = object === "list" && typeof url === "string" ? [url] : [];
  return [...own, ...Object.values(value).flatMap(listUrls)];
}

/** Fields that Stripe adds to an object only when a caller expands them. */
const added: Record<string, string[]> = {
  charge: ["refunds"],
  "checkout.session": ["line_items"],
  customer: ["cash_balance", "sources", "subscriptions", "tax", "tax_ids"],
  invoice: ["confirmation_secret", "payments"],
  price: ["currency_options", "tiers"],
};

describe("expansions and lists", () => {
  it("accepts each expansion of each object that Stripe's description names", async () => {
    const refused: string[] = [];
    for (const [path, { object }] of objects)
      for (const field of new Set([...expandableFields(object), ...(added[object] ?? [])])) {
        const { status } = await get(`${path}?expand[]=${field}`);
        if (status !== 200) refused.push(`${object}.${field}`);
      }
    expect(refused).toEqual([]);
  });

  it("answers at the address of each list that it includes in an object", async () => {
    const missing: string[] = [];
    for (const [path, { object }] of objects) {
      const expand = (added[object] ?? []).map((field) => `expand[]=${field}`).join("&");
      for (const url of listUrls((await get(`${path}?${expand}`)).body))
        if ((await get(url)).status !== 200) missing.push(url);
    }
    expect(missing).toEqual([]);
  });

  it("pages through the lines of an invoice and finds an item of a subscription", async () => {
    const { data: items } = await stripe.invoiceItems.list();
    const id = idOf(items[0]?.invoice);
    const all = await stripe.invoices.listLineItems(id);
    expect(all.data).toHaveLength(2);
    const first = await stripe.invoices.listLineItems(id, { limit: 1 });
    expect([first.data[0]?.id, first.has_more]).toEqual([all.data[0]?.id, true]);
    const rest = await stripe.invoices.listLineItems(id, {
      starting_after: first.data[0]?.id ?? "",
    });
    expect(rest.data.map((line) => line.id)).toEqual([all.data[1]?.id]);
    const { data } = await stripe.subscriptions.list({ limit: 1 });
    const item = data[0]?.items.data[0];
    expect(await stripe.subscriptionItems.retrieve(item?.id ?? "")).toEqual(
      expect.objectContaining({ id: item?.id, price: item?.price }),
    );
  });

  it("creates an invoice item for the unused time of a changed plan, before the invoice", async () => {
    const { data: items } = await stripe.invoiceItems.list({ pending: false });
    const [item] = items;
    expect(item).toMatchObject({ amount: expect.any(Number), proration: true });
    expect(item?.amount).toBeLessThan(0);
    const invoice = await stripe.invoices.retrieve(idOf(item?.invoice));
    expect(invoice.lines.data[0]).toMatchObject({
      amount: item?.amount,
      parent: { subscription_item_details: { invoice_item: item?.id, proration: true } },
    });
    const { data } = await stripe.events.list({
      types: ["invoiceitem.created", "invoice.created"],
    });
    const made = data.map((event) => (event.data.object as { id: string }).id);
    expect(made.indexOf(item?.id ?? "")).toBe(made.indexOf(invoice.id ?? "") + 1);
  });
});
