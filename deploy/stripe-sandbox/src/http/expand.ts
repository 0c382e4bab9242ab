import { kindOf } from "../objects/build.ts";
import type { World } from "../state/world.ts";
import { invalid } from "./stripe-error.ts";

type Node = { [key: string]: unknown };

const maxDepth = 4;

const list = (data: object[], url: string) => ({ object: "list", data, has_more: false, url });

type Store = World["store"];

/** Fields that Stripe includes only when the caller expands them. */
const includable: { [path: string]: (store: Store, id: string) => object | null | undefined } = {
  "checkout.session.line_items": (store, id) =>
    list(
      store.find("sandbox.checkout", id)?.lineItems ?? [],
      `/v1/checkout/sessions/${id}/line_items`,
    ),
  "invoice.payments": (store, id) =>
    list(store.all("invoice_payment", { invoice: id }), "/v1/invoice_payments"),
  "invoice.confirmation_secret": (store, id) => {
    const link = store.first("invoice_payment", { invoice: id })?.payment.payment_intent;
    const intent = typeof link === "string" ? store.find("payment_intent", link) : undefined;
    return intent ? { client_secret: intent.client_secret, type: "payment_intent" } : null;
  },
  "charge.refunds": (store, id) =>
    list(store.all("refund", { charge: id }), `/v1/charges/${id}/refunds`),
  "customer.subscriptions": (store, id) =>
    list(
      store.all("subscription", { customer: id }).filter(({ status }) => status !== "canceled"),
      `/v1/customers/${id}/subscriptions`,
    ),
  "charge.transfer": () => undefined,
  "customer.cash_balance": () => null,
  "customer.sources": (_store, id) => list([], `/v1/customers/${id}/sources`),
  "customer.tax": () => ({
    automatic_tax: "unrecognized_location",
    ip_address: null,
    location: null,
    provider: "stripe",
  }),
  "customer.tax_ids": (_store, id) => list([], `/v1/customers/${id}/tax_ids`),
  "price.currency_options": (store, id) => {
    const price = store.find("price", id);
    if (!price) return undefined;
    const { currency, custom_unit_amount, tax_behavior, unit_amount, unit_amount_decimal } = price;
    const option = { custom_unit_amount, tax_behavior, unit_amount, unit_amount_decimal };
    return { [currency]: option };
  },
  "price.tiers": () => undefined,
  "refund.failure_balance_transaction": () => undefined,
};

/**
 * Replaces the ids at the paths of `expand[]` with their objects. @throws a Stripe error 400 for a
 * path that cannot be expanded.
 */
export function expandResponse(world: World, response: object, paths: string[]): object {
  if (paths.length === 0) return response;
  const copy = structuredClone(response);
  for (const path of paths) {
    const parts = path.split(".");
    if (parts.length > maxDepth + 1) throw refuse(path);
    expandAt(world, copy, parts, path);
  }
  return copy;
}

function refuse(path: string) {
  return invalid(`This property cannot be expanded (${path}).`, "expand");
}

function expandAt(world: World, node: unknown, path: string[], fullPath: string): void {
  const [head, ...rest] = path;
  if (head === undefined || node === null) return;
  if (Array.isArray(node)) {
    for (const item of node) expandAt(world, item, path, fullPath);
    return;
  }
  if (typeof node !== "object") throw refuse(fullPath);
  const at = node as Node;
  const include = includable[`${String(at["object"])}.${head}`];
  if (at[head] === undefined && include)
    at[head] = structuredClone(include(world.store, String(at["id"])));
  const value = at[head];
  if (value === undefined && include) return;
  if (value === undefined) throw refuse(fullPath);
  if (typeof value === "string") at[head] = resolve(world, value, fullPath);
  expandAt(world, at[head], rest, fullPath);
}

function resolve(world: World, id: string, path: string): Node {
  const kind = kindOf(id);
  const found = kind && world.store.find(kind, id);
  if (!found) throw refuse(path);
  return structuredClone(found) as unknown as Node;
}
