import exec from "k6/execution";
import http from "k6/http";
import { setting } from "./settings.ts";

type Subscriber = { address: string; cookie: string };
/** The subscribers that share the load, each with an address and a session of its own. */
export type Subscribers = Subscriber[];

/** Makes the subscribers of a run; each run has its own. */
export function makeSubscribers(): Subscribers {
  const run = `load_${Date.now().toString(36)}`;
  const count = Number(setting("USERS", "200"));
  return Array.from({ length: count }, (_, index) =>
    subscribe(`${run}_${index}`, `10.0.${Math.floor(index / 256)}.${index % 256}`),
  );
}

/** The headers of a subscriber's requests, as the proxy in front of the gateway passes them on. */
export const headersOf = ({ address, cookie }: Subscriber) => ({
  cookie,
  "x-forwarded-for": address,
});

/** Registers, pays on the sandbox's page and verifies the payment, as every buyer does. */
function subscribe(name: string, address: string): Subscriber {
  const gateway = setting("GATEWAY_URL");
  const jar = new http.CookieJar();
  const email = `${name}@example.com`;
  const order = http.post(
    `${gateway}/api/register-with-checkout`,
    JSON.stringify({ username: name, password: "Correct-horse-1", email, plan: "monthly" }),
    { headers: { "content-type": "application/json", "x-forwarded-for": address }, jar },
  );
  expectStatus(order.status, 200, "register-with-checkout");
  const { checkoutUrl, sessionId } = order.json() as { checkoutUrl: string; sessionId: string };
  const card = { cardNumber: "5555 5555 5555 4444", cardExpiry: "12 / 39", cardCvc: "123" };
  const fields = { email, ...card, billingName: name };
  expectStatus(http.post(checkoutUrl, fields, { redirects: 0, jar }).status, 303, "the checkout");
  const path = `/api/verify-subscription-status?session_id=${sessionId}`;
  expectStatus(http.get(`${gateway}${path}`, { jar }).status, 200, "verification");
  const cookies = Object.entries(jar.cookiesForURL(`${gateway}/`));
  const cookie = cookies.map(([key, [value = ""]]) => `${key}=${value}`).join("; ");
  return { address, cookie };
}

function expectStatus(status: number, expected: number, what: string): void {
  if (status !== expected) exec.test.abort(`${what} responded with ${status}`);
}
