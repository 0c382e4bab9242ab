import { z } from "zod";
import { cancelNow } from "../billing/cancel.ts";
import { attach, knownTestCards, saveCard } from "../billing/cards.ts";
import { addToBalance } from "../billing/customer-balance.ts";
import {
  byId,
  checkFilters,
  endpoint,
  list,
  listPage,
  pageOf,
  paging,
  retrieve,
} from "../http/endpoint.ts";
import { email, integer, mergeMetadata, metadata, orUnset, text } from "../http/params.ts";
import { noSuch, refusal } from "../http/stripe-error.ts";
import type { Customer, PaymentMethod } from "../objects/types.ts";
import { change, create, emit, type World } from "../state/world.ts";

const fields = {
  description: text().optional(),
  email: email.optional(),
  metadata: metadata.optional(),
  name: text(256).optional(),
  phone: text(20).optional(),
};

const changedFields = {
  description: orUnset(text()).optional(),
  email: orUnset(email).optional(),
  metadata: metadata.optional(),
  name: orUnset(text(256)).optional(),
  phone: orUnset(text(20)).optional(),
  address: z.literal("").optional(),
  shipping: z.literal("").optional(),
  invoice_settings: z.strictObject({ default_payment_method: text().optional() }).optional(),
};

const balanceFields = {
  amount: integer(-99_999_999, 99_999_999),
  currency: z.literal("usd"),
  description: text(350).optional(),
  metadata: metadata.optional(),
};

const endedStatuses = new Set<string>(["canceled", "incomplete", "incomplete_expired"]);

const tombstone = (id: string) => ({ id, object: "customer", deleted: true });

/** Customers and their payment methods. */
export const customers = [
  endpoint(
    "POST /v1/customers",
    { ...fields, test_clock: text().optional() },
    (world, { params }) => {
      const { test_clock: clock } = params;
      if (clock !== undefined) byId(world, "test_helpers.test_clock", clock, "test_clock");
      const made = { ...params, metadata: mergeMetadata({}, params.metadata) };
      return create(world, "customer", made, "customer.created");
    },
  ),
  endpoint("GET /v1/customers/:id", {}, (world, { id }) =>
    world.store.find("customer", id)?.deleted ? tombstone(id) : byId(world, "customer", id),
  ),
  endpoint("POST /v1/customers/:id", changedFields, (world, { id, params }) => {
    const customer = byId(world, "customer", id);
    const { description, email: address, name = customer.name, phone = customer.phone } = params;
    const patch = {
      description: description === undefined ? customer.description : description,
      email: address === undefined ? customer.email : address,
      name: name ?? null,
      phone: phone ?? null,
      metadata: mergeMetadata(customer.metadata, params.metadata),
      invoice_settings: withDefault(world, customer, params.invoice_settings ?? {}),
    };
    return change(world, "customer", customer, patch, "customer.updated");
  }),
  endpoint("DELETE /v1/customers/:id", {}, (world, { id }) => {
    deleteCustomer(world, byId(world, "customer", id));
    return tombstone(id);
  }),
  list(
    "customer",
    "/v1/customers",
    {},
    { email: text(512).optional() },
    ({ deleted, email: address }, params) =>
      !deleted && (params.email === undefined || address === params.email),
  ),
  endpoint("GET /v1/customers/:id/balance_transactions", paging, (world, { id, params }) =>
    listPage(
      world,
      "customer_balance_transaction",
      `/v1/customers/${id}/balance_transactions`,
      params,
      { where: { customer: byId(world, "customer", id).id } },
    ),
  ),
  endpoint("POST /v1/customers/:id/balance_transactions", balanceFields, (world, { id, params }) =>
    addToBalance(world, byId(world, "customer", id), params.amount, {
      type: "adjustment",
      description: params.description ?? null,
      metadata: mergeMetadata({}, params.metadata),
    }),
  ),
  endpoint("GET /v1/customers/:id/subscriptions", paging, (world, { id, params }) =>
    listPage(world, "subscription", `/v1/customers/${id}/subscriptions`, params, {
      where: { customer: byId(world, "customer", id).id },
      keep: ({ status }) => status !== "canceled",
    }),
  ),
  ...["sources", "tax_ids"].map((name) =>
    endpoint(`GET /v1/customers/:id/${name}`, paging, (world, { id, params }) =>
      pageOf([], `/v1/customers/${byId(world, "customer", id).id}/${name}`, params),
    ),
  ),
  retrieve("payment_method", "/v1/payment_methods"),
  endpoint("POST /v1/payment_methods/:id/attach", { customer: text() }, (world, { id, params }) => {
    const customer = byId(world, "customer", params.customer, "customer");
    const method = fromTestMethod(world, id) ?? byId(world, "payment_method", id);
    if (method.customer !== null && method.customer !== customer.id)
      throw refusal("payment_method_taken");
    return attach(world, method, customer.id);
  }),
  endpoint(
    "GET /v1/payment_methods",
    { ...paging, customer: text().optional(), type: text().optional() },
    (world, { params }) => {
      checkFilters(world, params);
      return listPage(world, "payment_method", "/v1/payment_methods", params, {
        where: { customer: params.customer },
        keep: ({ customer }) => customer !== null,
      });
    },
  ),
  endpoint(
    "GET /v1/customers/:id/payment_methods",
    { ...paging, type: text().optional() },
    (world, { id, params }) =>
      listPage(world, "payment_method", `/v1/customers/${id}/payment_methods`, params, {
        where: { customer: byId(world, "customer", id).id },
      }),
  ),
  endpoint("GET /v1/customers/:id/payment_methods/:subId", {}, (world, { id, subId }) =>
    methodOf(world, id, subId),
  ),
];

/** A payment method of this customer, by its id in the path or in `param`. @throws resource_missing */
export function methodOf(
  world: World,
  customer: string,
  id: string,
  param?: string,
): PaymentMethod {
  const method = world.store.find("payment_method", id);
  if (method?.customer === customer) return method;
  throw noSuch("PaymentMethod", id, param ?? "payment_method", param === undefined ? 404 : 400);
}

/** Ends a customer's subscriptions at once and detaches its cards. Invoices and charges remain. */
function deleteCustomer(world: World, customer: Customer): void {
  const owned = { customer: customer.id };
  for (const subscription of world.store.all("subscription", owned))
    if (!endedStatuses.has(subscription.status)) cancelNow(world, subscription);
  for (const method of world.store.all("payment_method", owned))
    change(world, "payment_method", method, { customer: null }, "payment_method.detached");
  emit(world, "customer.deleted", customer);
  change(world, "customer", customer, { deleted: true });
}

function withDefault(
  world: World,
  { id, invoice_settings: settings }: Customer,
  { default_payment_method: method }: { default_payment_method?: string | undefined },
) {
  if (method === undefined) return settings;
  methodOf(world, id, method, "invoice_settings[default_payment_method]");
  return { ...settings, default_payment_method: method };
}

function fromTestMethod(world: World, token: string): PaymentMethod | undefined {
  const known = knownTestCards.find((card) => card.token === token);
  if (!known) return undefined;
  const expYear = new Date(world.clock.now() * 1000).getUTCFullYear() + 3;
  return saveCard(world, { known, expMonth: 12, expYear, name: "" }, null);
}
