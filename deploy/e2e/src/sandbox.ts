import type { Page } from "playwright-core";
import type { ProductInfo } from "./product-info.ts";

/** The payment provider's test cards that the tests pay with. */
export const cards = {
  good: "4242 4242 4242 4242",
  declined: "4000 0000 0000 0002",
  /** Can be saved, then every charge fails. */
  failsLater: "4000 0000 0000 0341",
  /** Asks its owner to authenticate. */
  authenticates: "4000 0027 6000 3184",
} as const;

const cardFields = (name: string, card: string) => ({
  cardNumber: card,
  cardExpiry: "12 / 39",
  cardCvc: "123",
  // A card opens one trial only, and the sandbox tells cards apart by their holder.
  billingName: name,
});

/** Pays on the provider's page without a browser; 303 leads back to the shop. */
export const payByForm = (
  checkoutUrl: string,
  { name, card = cards.good }: { name: string; card?: string },
): Promise<Response> =>
  fetch(checkoutUrl, {
    method: "POST",
    body: new URLSearchParams({ email: `${name}@example.com`, ...cardFields(name, card) }),
    redirect: "manual",
  });

/** Fills the provider's page and presses its button. */
export const payOnPage = async (page: Page, name: string, card: string): Promise<void> => {
  await page.getByRole("heading", { name: "Checkout" }).waitFor();
  for (const [field, value] of Object.entries(cardFields(name, card)))
    await page.locator(`#${field}`).fill(value);
  await page.getByRole("button", { name: /^(Start trial|Subscribe for|Pay)/ }).click();
};

const answered = async (response: Response): Promise<unknown> => {
  if (!response.ok) throw new Error(`the sandbox answered ${response.status}`);
  return response.json();
};

const send = async (url: string, method: string, body: object) => {
  const headers = { "content-type": "application/json" };
  return answered(await fetch(url, { method, headers, body: JSON.stringify(body) }));
};

/** The provider's switches, and what it holds. */
export const createSandbox = ({ sandboxUrl, stripeSecretKey }: ProductInfo) => ({
  /** Drops the webhooks of all events from now on, or delivers them again. */
  dropWebhooks: (drop: boolean) =>
    send(`${sandboxUrl}/_control/webhooks`, "PATCH", { drop, types: [] }),
  /** Sends the webhooks that were dropped after all. */
  resendDropped: () => send(`${sandboxUrl}/_control/webhooks/resend`, "POST", { state: "dropped" }),
  /** Moves the provider's clock forward. */
  advance: (seconds: number) => send(`${sandboxUrl}/_control/clock/advance`, "POST", { seconds }),
  /** Rows of one of the provider's lists, e.g. "subscriptions?customer=cus_1". */
  list: async <Row>(path: string): Promise<Row[]> => {
    const headers = { authorization: `Bearer ${stripeSecretKey}` };
    const body = await answered(await fetch(`${sandboxUrl}/v1/${path}`, { headers }));
    return (body as { data: Row[] }).data;
  },
});
