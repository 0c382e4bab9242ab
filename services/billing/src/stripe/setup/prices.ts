import { priceText } from "@orbline/proto/constants/plans";
import type Stripe from "stripe";
import { agreesWith, catalog, type CatalogEntry } from "../../domain/plans.ts";
import { toPrice } from "../prices.ts";
import { idOf } from "../snapshot.ts";
import { changeOrName, type Finding, type Setup } from "./setup.ts";

/** Metadata by which a product is found again when its price has lost the lookup key. */
const planKey = "orbline_plan";

/** Makes one product and one price for every lookup key of the catalog. A price's amount cannot change at Stripe. */
export async function setUpPrices(stripe: Stripe, setup: Setup): Promise<Finding[]> {
  const plans = new Map(catalog.map((entry) => [entry.lookupKey, entry]));
  plans.set("monthly", catalog.find(({ id }) => id === "monthly") as CatalogEntry);
  const findings: Finding[] = [];
  for (const plan of plans.values()) findings.push(await setUpPrice(stripe, plan, setup));
  return findings;
}

async function setUpPrice(stripe: Stripe, plan: CatalogEntry, setup: Setup): Promise<Finding> {
  const { lookupKey, priceCents, interval } = plan;
  const terms = `${priceText(priceCents)}${interval === "once" ? "" : ` each ${interval}`}`;
  const [found] = (await stripe.prices.list({ lookup_keys: [lookupKey], expand: ["data.product"] }))
    .data;
  // Stripe sells no price of an archived product.
  const archived = found && archivedProduct(found);
  const unarchive = async () => {
    if (archived) await stripe.products.update(archived, { active: true });
  };
  if (found && agreesWith(plan, toPrice(found))) {
    const text = `price ${lookupKey}: ${found.id}, ${terms}`;
    if (found.active && !archived) return { result: "kept", text };
    return changeOrName(setup, `${text}, on sale again`, async () => {
      await unarchive();
      if (!found.active) await stripe.prices.update(found.id, { active: true });
    });
  }
  const old = found ? `; ${found.id} is sold no more and its subscriptions go on` : "";
  return changeOrName(setup, `price ${lookupKey}: a new one, ${terms}${old}`, async () => {
    await unarchive();
    const product = idOf(found?.product) ?? (await productOf(stripe, plan, setup));
    const created = await stripe.prices.create({
      product,
      currency: "usd",
      unit_amount: priceCents,
      lookup_key: lookupKey,
      transfer_lookup_key: true,
      ...(interval !== "once" && { recurring: { interval } }),
    });
    if (!found) return;
    // Stripe archives no price that is the default of its product.
    if (isDefault(found)) await stripe.products.update(product, { default_price: created.id });
    await stripe.prices.update(found.id, { active: false });
  });
}

function isDefault({ id, product }: Stripe.Price): boolean {
  return typeof product !== "string" && !product.deleted && idOf(product.default_price) === id;
}

function archivedProduct({ product }: Stripe.Price): string | undefined {
  const isArchived = typeof product !== "string" && !product.deleted && !product.active;
  return isArchived ? product.id : undefined;
}

async function productOf(
  stripe: Stripe,
  { lookupKey, name }: CatalogEntry,
  { brand }: Setup,
): Promise<string> {
  for await (const product of stripe.products.list({ active: true, limit: 100 }))
    if (product.metadata[planKey] === lookupKey) return product.id;
  const created = await stripe.products.create({
    name: `${brand} Premium, ${name.toLowerCase()}`,
    metadata: { [planKey]: lookupKey },
  });
  return created.id;
}
