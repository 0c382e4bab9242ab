import type { Page } from "playwright-core";
import type { ProductInfo } from "./product/info.ts";

/** Test cards of the payment provider. */
export const cards = {
  good: "4242 4242 4242 4242",
  declined: "4000 0000 0000 0002",
  /** Can be saved, but every later charge fails. */
  failsLater: "4000 0000 0000 0341",
  /** Requires authentication. */
  authenticates: "4000 0027 6000 3184",
} as const;

export const cardFields = (name: string, card: string) => ({
  cardNumber: card,
  cardExpiry: "12 / 39",
  cardCvc: "123",
  // A card gets one trial, and the sandbox identifies a card by its holder.
  billingName: name,
});

/** Pays on the provider's page without a browser; success is a 303 redirect to the product. */
export const payByForm = (
  checkoutUrl: string,
  { name, card = cards.good }: { name: string; card?: string },
): Promise<Response> =>
  fetch(checkoutUrl, {
    method: "POST",
    body: new URLSearchParams({ email: `${name}@example.com`, ...cardFields(name, card) }),
    redirect: "manual",
  });

/** Fills in the provider's page and clicks its button. */
export const payOnPage = async (page: Page, name: string, card: string): Promise<void> => {
  await page.getByRole("heading", { name: "Checkout" }).waitFor();
  for (const [field, value] of Object.entries(cardFields(name, card)))
    await page.locator(`#${field}`).fill(value);
  await page.getByRole("button", { name: /^(Start trial|Subscribe for|Pay)/ }).click();
};

const parse = async (response: Response): Promise<unknown> => {
  if (!response.ok) throw new Error(`the sandbox responded with ${response.status}`);
  return response.json();
};

const send = async (url: string, method: string, body: object) => {
  const headers = { "content-type": "application/json" };
  return parse(await fetch(url, { method, headers, body: JSON.stringify(body) }));
};

/** The control API and the lists of the payment provider. */
export const createSandbox = ({ sandboxUrl, stripeSecretKey }: ProductInfo) => ({
  /** Drops the webhooks of all future events, or stops dropping them. */
  dropWebhooks: (drop: boolean) =>
    send(`${sandboxUrl}/_control/webhooks`, "PATCH", { drop, types: [] }),
  /** Sends the dropped webhooks. */
  resendDropped: () => send(`${sandboxUrl}/_control/webhooks/resend`, "POST", { state: "dropped" }),
  /** Moves the provider's clock forward. */
  advance: (seconds: number) => send(`${sandboxUrl}/_control/clock/advance`, "POST", { seconds }),
  /** The rows of a list such as "subscriptions?customer=cus_1". */
  list: async <Row>(path: string): Promise<Row[]> => {
    const headers = { authorization: `Bearer ${stripeSecretKey}` };
    const body = await parse(await fetch(`${sandboxUrl}/v1/${path}`, { headers }));
    return (body as { data: Row[] }).data;
  },
});
