import { z } from "zod";
import { endpoint } from "../http/endpoint.ts";
import { listPage, pagingByTime } from "../http/lists.ts";
import { email, metadata, orUnset, text, mergeMetadata } from "../http/params.ts";
import { noSuch } from "../http/stripe-error.ts";
import { newCustomer } from "../shapes/customer.ts";
import { change, create, emit } from "../state/events.ts";
import type { Customer } from "../state/objects.ts";
import type { World } from "../state/world.ts";
import { cancelNow } from "../billing/subscription/cancel.ts";

const fields = {
  description: text().optional(),
  email: email.optional(),
  metadata: metadata.optional(),
  name: text(256).optional(),
  phone: text(20).optional(),
};

const changedFields = {
  description: orUnset(fields.description.unwrap()).optional(),
  email: orUnset(email).optional(),
  metadata: fields.metadata,
  name: orUnset(text(256)).optional(),
  phone: orUnset(text(20)).optional(),
  address: z.literal("").optional(),
  shipping: z.literal("").optional(),
  invoice_settings: z.strictObject({ default_payment_method: text().optional() }).optional(),
};

const newFields = { ...fields, test_clock: text().optional() };

const runningStatuses = new Set<string>(["trialing", "active", "past_due", "unpaid", "paused"]);

const tombstone = (id: string) => ({ id, object: "customer", deleted: true });

/** The customer with this id. @throws resource_missing for `param` if it is unknown or deleted. */
export function customerById(world: World, id: string, param = "id"): Customer {
  const customer = world.store.find("customer", id);
  if (!customer || customer.deleted) throw noSuch("customer", id, param);
  return customer;
}

/** Customers: create, read, update, delete, list by email. */
export const customers = [
  endpoint("post", "/v1/customers", newFields, (world, { params }) => {
    const { metadata: update, ...rest } = params;
    const clock = rest.test_clock;
    if (clock !== undefined && !world.store.find("test_helpers.test_clock", clock))
      throw noSuch("billing clock", clock, "test_clock");
    const made = newCustomer({
      created: world.clock.now(),
      description: rest.description ?? null,
      email: rest.email ?? null,
      name: rest.name ?? null,
      phone: rest.phone ?? null,
      metadata: mergeMetadata({}, update),
      testClock: clock ?? null,
    });
    return create(world, "customer", made, "customer.created");
  }),
  endpoint("get", "/v1/customers/:id", {}, (world, { id }) => customerOrTombstone(world, id)),
  endpoint("post", "/v1/customers/:id", changedFields, (world, { id, params }) => {
    const customer = customerById(world, id);
    const { metadata: update, invoice_settings: settings, ...rest } = params;
    const { description, email: address, name = customer.name, phone = customer.phone } = rest;
    const patch = {
      description: description === undefined ? customer.description : description,
      email: address === undefined ? customer.email : address,
      name: name ?? null,
      phone: phone ?? null,
      metadata: mergeMetadata(customer.metadata, update),
      invoice_settings: withDefault(world, customer, settings?.default_payment_method),
    };
    return change(world, "customer", customer, patch, "customer.updated");
  }),
  endpoint("delete", "/v1/customers/:id", {}, (world, { id }) => {
    deleteCustomer(world, customerById(world, id));
    return tombstone(id);
  }),
  endpoint(
    "get",
    "/v1/customers",
    { ...pagingByTime, email: text(512).optional() },
    (world, { params }) =>
      listPage(world, "customer", {
        url: "/v1/customers",
        params,
        keep: ({ deleted, email: address }) =>
          !deleted && (params.email === undefined || address === params.email),
      }),
  ),
];

/** Ends a customer's subscriptions at once and detaches its cards. Invoices and charges remain. */
function deleteCustomer(world: World, customer: Customer): void {
  for (const subscription of world.store.all("subscription", { customer: customer.id }))
    if (runningStatuses.has(subscription.status)) cancelNow(world, subscription, {});
  for (const method of world.store.all("payment_method", { customer: customer.id }))
    change(world, "payment_method", method, { customer: null }, "payment_method.detached");
  emit(world, "customer.deleted", customer);
  change(world, "customer", customer, { deleted: true });
}

/** The customer, or only its tombstone after a deletion. */
function customerOrTombstone(world: World, id: string): object {
  return world.store.find("customer", id)?.deleted ? tombstone(id) : customerById(world, id);
}

function withDefault(world: World, customer: Customer, method: string | undefined) {
  if (method === undefined) return customer.invoice_settings;
  const found = world.store.find("payment_method", method);
  if (found?.customer !== customer.id)
    throw noSuch("payment method", method, "invoice_settings[default_payment_method]");
  return { ...customer.invoice_settings, default_payment_method: method };
}
