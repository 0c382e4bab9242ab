import type { Stripe } from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkBodies, checkAnswer } from "./contract.ts";
import {
  type Running,
  SECRET_KEY,
  urlParams,
  clientFor,
  openPlan,
  openTrial,
  pay,
  startSandbox,
} from "./support.ts";

checkBodies();

let running: Running;
let stripe: Stripe;

beforeAll(async () => {
  running = await startSandbox();
  stripe = running.stripe;
});

afterAll(() => running.sandbox.close());

const call = async (path: string, body: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${running.url}${path}`, {
    method: "POST",
    body,
    headers: {
      authorization: `Bearer ${SECRET_KEY}`,
      "content-type": "application/x-www-form-urlencoded",
      ...headers,
    },
  });
  checkAnswer(
    "POST",
    path,
    response.status,
    (await response.clone().json()) as Record<string, unknown>,
  );
  return response;
};

const sessionParams = {
  line_items: [{ price: "price_monthly", quantity: 1 }],
  ...urlParams,
};

/** Sends parameters that the client's types do not allow. */
const createSession = (params: object) => stripe.checkout.sessions.create(params);

describe("catalog", () => {
  it("finds the three prices by lookup key in US cents", async () => {
    const { data } = await stripe.prices.list({ lookup_keys: ["monthly", "annual", "lifetime"] });
    const found = data.map(({ lookup_key: key, unit_amount: cents, currency, recurring }) =>
      [key, cents, currency, recurring?.interval ?? "once"].join(" "),
    );
    expect(found.toSorted()).toEqual([
      "annual 21589 usd year",
      "lifetime 24900 usd once",
      "monthly 1999 usd month",
    ]);
    expect((await stripe.prices.list({ lookup_keys: ["weekly"] })).data).toEqual([]);
    const price = await stripe.prices.retrieve("price_annual", { expand: ["product"] });
    expect(price.product).toMatchObject({ name: "Premium, annual" });
    expect(String(price.unit_amount_decimal)).toBe("21589");
  });
});

describe("authentication and headers", () => {
  it.each([
    ["no key", ""],
    ["another key", "Bearer sk_test_wrong"],
    ["a live key", "Bearer sk_live_sandbox_integration"],
  ])("refuses %s with 401", async (_what, authorization) => {
    const response = await call("/v1/customers", "", { authorization });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ error: { type: "invalid_request_error" } });
  });

  it("sends its API version and a request id, and refuses every other version", async () => {
    const response = await call("/v1/customers", "", { "stripe-version": "2026-10-28.endive" });
    expect(response.headers.get("stripe-version")).toBe("2026-10-28.endive");
    expect(response.headers.get("request-id")).toMatch(/^req_\w{14}$/);
    for (const version of ["latest", "2022-11-15", "2025-04-30.basil"]) {
      const refused = await call("/v1/customers", "", { "stripe-version": version });
      expect([refused.status, refused.headers.get("stripe-version")]).toEqual([
        400,
        "2026-10-28.endive",
      ]);
    }
  });

  it("responds to an unknown path and to a JSON body with Stripe's error format", async () => {
    const unknown = await call("/v1/quotes", "");
    expect(unknown.status).toBe(404);
    expect(await unknown.json()).toMatchObject({
      error: { message: expect.stringContaining("POST: /v1/quotes") },
    });
    await expect(stripe.customers.search({ query: "email:'a@b.c'" })).rejects.toMatchObject({
      statusCode: 404,
      message: expect.stringContaining("GET: /v1/customers/search"),
    });
    const json = await call("/v1/customers", "{}", { "content-type": "application/json" });
    expect(json.status).toBe(400);
  });
});

describe("parameters", () => {
  it.each([
    [{ trial: 2 }, "parameter_unknown", "trial"],
    [
      { subscription_data: { trial_days: 2 } },
      "parameter_unknown",
      "subscription_data[trial_days]",
    ],
    [
      { line_items: [{ price: "price_monthly", qty: 1 }] },
      "parameter_unknown",
      "line_items[0][qty]",
    ],
    [{ payment_method_types: ["card"] }, "parameter_unknown", "payment_method_types"],
    [{ mode: undefined }, "parameter_missing", "mode"],
    [{ success_url: undefined }, "parameter_missing", "success_url"],
    [{ customer_email: "" }, "parameter_invalid_empty", "customer_email"],
    [{ customer_email: "nobody" }, "email_invalid", "customer_email"],
    [{ cancel_url: "javascript:alert(1)" }, "url_invalid", "cancel_url"],
    [
      { subscription_data: { trial_period_days: "two" } },
      "parameter_invalid_integer",
      "subscription_data[trial_period_days]",
    ],
    [
      { line_items: [{ price: "price_none", quantity: 1 }] },
      "resource_missing",
      "line_items[0][price]",
    ],
    [{ customer: "cus_none" }, "resource_missing", "customer"],
    [{ customer: "cus_none", customer_email: "a@example.com" }, "parameters_exclusive", "customer"],
    [{ mode: "setup" }, undefined, "mode"],
    [{ mode: "payment" }, undefined, "mode"],
    [{ customer_creation: "always" }, undefined, "customer_creation"],
    [{ expires_at: 1 }, undefined, "expires_at"],
    [{ metadata: { key: "x".repeat(501) } }, undefined, "metadata[key]"],
  ])("refuses %j as %s", async (wrong, code, param) => {
    await expect(
      createSession({ mode: "subscription", ...sessionParams, ...wrong }),
    ).rejects.toMatchObject({
      type: "StripeInvalidRequestError",
      param,
      ...(code === undefined ? {} : { code }),
    });
  });

  it.each(["a[b]=1&a[b]=2", "a=1&a[b]=2", "__proto__[x]=1", "a[__proto__][x]=1", "a]=1"])(
    "rejects the body %s",
    async (body) => {
      expect((await call("/v1/customers", body)).status).toBe(400);
    },
  );

  const unknownIds: [string, string, () => Promise<unknown>][] = [
    ["a checkout's customer", "customer", () => openPlan(stripe, "monthly", { customer: "cus_0" })],
    ["a page's cursor", "starting_after", () => stripe.charges.list({ starting_after: "ch_0" })],
    ["a preview", "subscription", () => stripe.invoices.createPreview({ subscription: "sub_0" })],
    ["a refund", "payment_intent", () => stripe.refunds.create({ payment_intent: "pi_0" })],
    ["listed invoices", "customer", () => stripe.invoices.list({ customer: "cus_0" })],
    ["listed cards", "customer", () => stripe.paymentMethods.list({ customer: "cus_0" })],
    ["listed subscriptions", "customer", () => stripe.subscriptions.list({ customer: "cus_0" })],
    ["listed disputes", "charge", () => stripe.disputes.list({ charge: "ch_0" })],
  ];
  it.each(unknownIds)("refuses an unknown id of %s with 400", async (_what, param, refused) => {
    await expect(refused()).rejects.toMatchObject({
      statusCode: 400,
      code: "resource_missing",
      param,
    });
  });

  it("refuses an unknown status of listed invoices", async () => {
    const status = "nonsense" as "open";
    await expect(stripe.invoices.list({ status })).rejects.toMatchObject({ param: "status" });
  });

  it("rejects paths that cannot be expanded", async () => {
    const session = await openTrial(stripe);
    await expect(
      stripe.checkout.sessions.retrieve(session.id, { expand: ["url"] }),
    ).rejects.toMatchObject({ statusCode: 400 });
    await expect(
      stripe.checkout.sessions.retrieve(session.id, { expand: ["owner"] }),
    ).rejects.toMatchObject({ message: expect.stringContaining("cannot be expanded (owner)") });
  });
});

describe("customers", () => {
  it("creates and updates a customer and unsets metadata by key", async () => {
    const made = await stripe.customers.create({
      email: "c@example.com",
      metadata: { user: "u1", old: "x" },
    });
    const changed = await stripe.customers.update(made.id, {
      name: "C",
      metadata: { old: "", plan: "monthly" },
    });
    expect(changed).toMatchObject({ email: "c@example.com", name: "C" });
    expect(changed.metadata).toEqual({ user: "u1", plan: "monthly" });
    const { data } = await stripe.events.list({ type: "customer.updated", limit: 1 });
    expect(data[0]?.data.previous_attributes).toEqual({
      name: null,
      metadata: { old: "x", plan: null },
    });
    expect(await stripe.customers.retrieve(made.id)).toEqual(changed);
    await expect(stripe.customers.retrieve("cus_none")).rejects.toMatchObject({
      statusCode: 404,
      code: "resource_missing",
    });
  });

  it("deletes a customer, ends its subscriptions, closes its open checkout and keeps its invoices", async () => {
    const { id: customer } = await stripe.customers.create({ email: "leaves@example.com" });
    const paid = await openPlan(stripe, "monthly", { customer });
    await pay(paid.url);
    const open = await openPlan(stripe, "monthly", { customer });
    const emptied = await stripe.customers.update(customer, {
      name: "",
      email: "",
      phone: "",
      address: "",
      shipping: "",
      metadata: "",
    });
    expect(emptied).toMatchObject({ name: null, email: null, phone: null, metadata: {} });
    expect(await stripe.customers.del(customer)).toMatchObject({ id: customer, deleted: true });
    expect(await stripe.customers.retrieve(customer)).toEqual(
      expect.objectContaining({ id: customer, object: "customer", deleted: true }),
    );
    await expect(stripe.customers.del(customer)).rejects.toMatchObject({ statusCode: 404 });
    expect((await stripe.customers.list({ limit: 100 })).data.map(({ id }) => id)).not.toContain(
      customer,
    );
    const { data } = await stripe.subscriptions.list({ customer, status: "all" });
    expect(data.map(({ status }) => status)).toEqual(["canceled"]);
    expect((await pay(open.url)).status).toBe(200);
    expect((await stripe.checkout.sessions.retrieve(open.id)).payment_status).toBe("unpaid");
    expect((await stripe.invoices.list({ customer })).data).toHaveLength(1);
    expect((await stripe.paymentMethods.list({ customer })).data).toEqual([]);
  });

  it("pages through lists in both directions without a gap", async () => {
    const ids: string[] = [];
    for (let n = 0; n < 7; n += 1)
      ids.unshift((await stripe.customers.create({ description: `page ${n}` })).id);
    const page = await stripe.customers.list({ limit: 3 });
    expect(page.data.map(({ id }) => id)).toEqual(ids.slice(0, 3));
    expect(page.has_more).toBe(true);
    const all = await stripe.customers.list({ limit: 2 }).autoPagingToArray({ limit: 7 });
    expect(all.map(({ id }) => id)).toEqual(ids);
    const back = await stripe.customers.list({ limit: 2, ending_before: String(ids[4]) });
    expect(back.data.map(({ id }) => id)).toEqual(ids.slice(2, 4));
  });

  it("ignores another email on the checkout page of a customer that has one", async () => {
    const customer = await stripe.customers.create({ email: "locked@example.com" });
    const session = await openPlan(stripe, "monthly", { customer: customer.id });
    await pay(session.url, { email: "other@example.com" });
    const paid = await stripe.checkout.sessions.retrieve(session.id);
    expect(paid).toMatchObject({
      customer: customer.id,
      customer_details: { email: "locked@example.com" },
    });
  });
});

describe("a customer without an email", () => {
  it("stores the entered email with a customer that has none", async () => {
    const customer = await stripe.customers.create({ metadata: { userId: "u2" } });
    await pay((await openTrial(stripe, { customer: customer.id })).url, { email: "e@example.com" });
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({
      email: "e@example.com",
      metadata: { userId: "u2" },
    });
  });
});

describe("idempotency", () => {
  it("returns the first response for the same key and the same parameters in any order", async () => {
    const headers = { "idempotency-key": "order-1" };
    const first = await call("/v1/customers", "email=a%40example.com&name=A", headers);
    const again = await call("/v1/customers", "name=A&email=a%40example.com", headers);
    expect(await again.json()).toEqual(await first.json());
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(again.headers.get("original-request")).toBe(first.headers.get("request-id"));
    const { data } = await stripe.customers.list({ email: "a@example.com" });
    expect(data).toHaveLength(1);
  });

  it("rejects a key that is reused with other parameters or another path", async () => {
    const options = { idempotencyKey: "order-2" };
    await stripe.customers.create({ name: "B" }, options);
    const wrong = { type: "StripeIdempotencyError", statusCode: 400 };
    await expect(stripe.customers.create({ name: "C" }, options)).rejects.toMatchObject(wrong);
    await expect(stripe.refunds.create({ charge: "ch_none" }, options)).rejects.toMatchObject(
      wrong,
    );
  });

  it("ignores the key of a call that reads or deletes", async () => {
    const options = { idempotencyKey: "order-3" };
    const { id } = await stripe.customers.create({ name: "D" }, options);
    expect(await stripe.customers.retrieve(id, {}, options)).toMatchObject({ name: "D" });
    expect(await stripe.customers.del(id, {}, options)).toMatchObject({ deleted: true });
  });

  it("repeats the error of an executed call but not of a rejected parameter", async () => {
    const session = await openTrial(stripe);
    await pay(session.url);
    const expire = () =>
      stripe.checkout.sessions.expire(session.id, {}, { idempotencyKey: "expire-1" });
    await expect(expire()).rejects.toMatchObject({ headers: expect.any(Object) });
    await expect(expire()).rejects.toMatchObject({
      headers: { "idempotent-replayed": "true" },
    });
    await expect(
      stripe.customers.create({ email: "none" }, { idempotencyKey: "fixed-later" }),
    ).rejects.toMatchObject({ code: "email_invalid" });
    await stripe.customers.create({ email: "d@example.com" }, { idempotencyKey: "fixed-later" });
  });
});

describe("planned failures", () => {
  it("fails a call with the planned type and code", async () => {
    running.sandbox.control.failNext({
      method: "POST",
      path: "/v1/customers",
      status: 409,
      type: "idempotency_error",
      code: "idempotency_key_in_use",
    });
    await expect(stripe.customers.create({ name: "E" })).rejects.toMatchObject({
      rawType: "idempotency_error",
      code: "idempotency_key_in_use",
    });
  });

  it("fails the matching call once without executing it, and the official client does not retry", async () => {
    const session = await openTrial(stripe);
    const { control } = running.sandbox;
    control.failNext({ method: "POST", path: "/v1/checkout/sessions/*/expire" });
    const retrying = clientFor(running.port, { maxNetworkRetries: 2 });
    await expect(retrying.checkout.sessions.expire(session.id)).rejects.toMatchObject({
      type: "StripeAPIError",
      statusCode: 500,
    });
    expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe("open");
    expect((await retrying.checkout.sessions.expire(session.id)).status).toBe("expired");
  });

  it("executes a call, closes the connection, and sends the same response to the client's retry", async () => {
    const { control } = running.sandbox;
    control.failNext({ method: "POST", path: "/v1/customers", mode: "lose" });
    const retrying = clientFor(running.port, { maxNetworkRetries: 2 });
    const customer = await retrying.customers.create({ email: "lost@example.com" });
    const { data } = await stripe.customers.list({ email: "lost@example.com" });
    expect(data.map(({ id }) => id)).toEqual([customer.id]);
  });
});
