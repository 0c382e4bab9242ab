import { Stripe } from "stripe";

/** Event types of our webhook endpoint, except those about payments alone. */
export const subscriptionEvents = [
  "checkout.session.completed",
  "checkout.session.expired",
  "customer.subscription.created",
  "customer.subscription.updated",
  "customer.subscription.deleted",
  "customer.subscription.trial_will_end",
  "invoice.paid",
  "invoice.payment_failed",
  "invoice.payment_action_required",
  "invoice.upcoming",
];

/** The provider's own client. */
export const providerClient = (env: Record<string, string>): Stripe => {
  const { hostname, port } = new URL(env["STRIPE_API_BASE"] ?? "");
  return new Stripe(env["STRIPE_SECRET_KEY"] ?? "", {
    host: hostname,
    port,
    protocol: "http",
    telemetry: false,
  });
};

/** Reads the new events of these types, or of all types, oldest first. */
export const eventReader = (stripe: Stripe, types?: string[]) => {
  let newest: string | undefined;
  return async (): Promise<Stripe.Event[]> => {
    const found: Stripe.Event[] = [];
    // A page that ends before a known event has the new ones alone, and Stripe's client reads it oldest first.
    const page = { limit: 100, ...(types && { types }), ...(newest && { ending_before: newest }) };
    for await (const event of stripe.events.list(page)) found.push(event);
    if (newest === undefined) found.reverse();
    newest = found.at(-1)?.id ?? newest;
    return found;
  };
};

/** Changes a subscription to the annual price directly at the provider. */
export const toAnnual = async (
  stripe: Stripe,
  { id, items }: Stripe.Subscription,
): Promise<void> => {
  const { data } = await stripe.prices.list({ lookup_keys: ["annual"] });
  const item = { id: items.data[0]?.id ?? "", price: data[0]?.id ?? "" };
  await stripe.subscriptions.update(id, { items: [item] });
};

/** All systems of a test share one process, so more parallel work would not be faster. */
const parallel = 4;

/** Processes a list, a few items at a time. */
export const inParallel = async <T>(
  all: readonly T[],
  work: (one: T) => Promise<unknown>,
): Promise<void> => {
  const left = [...all];
  const worker = async () => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) await work(one);
  };
  await Promise.all(Array.from({ length: parallel }, worker));
};
