import { z } from "zod";
import { endpoint } from "../http/endpoint.ts";
import { listPage, pagingByTime } from "../http/lists.ts";
import { email, metadata, text } from "../http/params.ts";
import { mergeMetadata } from "../http/metadata.ts";
import { noSuch } from "../http/stripe-error.ts";
import { newCustomer } from "../shapes/customer.ts";
import { change, create } from "../state/events.ts";
import type { Customer } from "../state/objects.ts";
import type { World } from "../state/world.ts";

const fields = {
  description: text().optional(),
  email: email.optional(),
  metadata: metadata.optional(),
  name: text(256).optional(),
  phone: text(20).optional(),
};

const newFields = { ...fields, test_clock: text().optional() };

/** The customer with this id. @throws resource_missing, naming `param`. */
export const customerById = (world: World, id: string, param = "id"): Customer => {
  const customer = world.store.find("customer", id);
  if (!customer) throw noSuch("customer", id, param);
  return customer;
};

const withDefault = (world: World, customer: Customer, method: string | undefined) => {
  if (method === undefined) return customer.invoice_settings;
  const found = world.store.find("payment_method", method);
  if (found?.customer !== customer.id)
    throw noSuch("payment method", method, "invoice_settings[default_payment_method]");
  return { ...customer.invoice_settings, default_payment_method: method };
};

/** Customers: create, read, update, list by e-mail. */
export const customers = [
  endpoint("post", "/v1/customers", newFields, (world, { params }) => {
    const { metadata: given, ...rest } = params;
    const clock = rest.test_clock;
    if (clock !== undefined && !world.store.find("test_helpers.test_clock", clock))
      throw noSuch("billing clock", clock, "test_clock");
    const made = newCustomer({
      created: world.clock.now(),
      description: rest.description ?? null,
      email: rest.email ?? null,
      name: rest.name ?? null,
      phone: rest.phone ?? null,
      metadata: mergeMetadata({}, given),
      testClock: clock ?? null,
    });
    return create(world, "customer", made, "customer.created");
  }),
  endpoint("get", "/v1/customers/:id", {}, (world, { id }) => customerById(world, id)),
  endpoint(
    "post",
    "/v1/customers/:id",
    {
      ...fields,
      invoice_settings: z.strictObject({ default_payment_method: text().optional() }).optional(),
    },
    (world, { id, params }) => {
      const customer = customerById(world, id);
      const patch = {
        description: params.description ?? customer.description,
        email: params.email ?? customer.email,
        name: params.name ?? customer.name ?? null,
        phone: params.phone ?? customer.phone ?? null,
        metadata: mergeMetadata(customer.metadata, params.metadata),
        invoice_settings: withDefault(
          world,
          customer,
          params.invoice_settings?.default_payment_method,
        ),
      };
      return change(world, "customer", customer, patch, "customer.updated");
    },
  ),
  endpoint(
    "get",
    "/v1/customers",
    { ...pagingByTime, email: text(512).optional() },
    (world, { params }) =>
      listPage(world, "customer", {
        url: "/v1/customers",
        params,
        keep: (customer) => params.email === undefined || customer.email === params.email,
      }),
  ),
];
