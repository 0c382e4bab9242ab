import exec from "k6/execution";
import http from "k6/http";
import { setting } from "./settings.ts";

const gateway = setting("GATEWAY_URL");

/** Cookie headers of the subscribers that the load is spread over. */
export type Subscribers = { cookies: string[] };

const must = (condition: boolean, what: string): void => {
  if (!condition) exec.test.abort(what);
};

const json = { headers: { "content-type": "application/json" } };

/** Registers, pays on the sandbox's page and has the payment verified; the way of every buyer. */
const subscribe = (name: string): string => {
  const jar = new http.CookieJar();
  const order = http.post(
    `${gateway}/api/register-with-checkout`,
    JSON.stringify({
      username: name,
      password: "Correct-horse-1",
      email: `${name}@example.com`,
      plan: "monthly",
    }),
    { ...json, jar },
  );
  must(order.status === 200, `register-with-checkout answered ${order.status}`);
  const { checkoutUrl, sessionId } = order.json() as { checkoutUrl: string; sessionId: string };
  const paid = http.post(
    checkoutUrl,
    {
      email: `${name}@example.com`,
      cardNumber: "5555 5555 5555 4444",
      cardExpiry: "12 / 39",
      cardCvc: "123",
      billingName: name,
    },
    { redirects: 0, jar },
  );
  must(paid.status === 303, `the checkout page answered ${paid.status}`);
  const path = `/api/verify-subscription-status?session_id=${sessionId}`;
  const verified = http.get(`${gateway}${path}`, { jar });
  must(verified.status === 200, `verification answered ${verified.status}`);
  const cookies = Object.entries(jar.cookiesForURL(`${gateway}/`));
  return cookies.map(([cookie, [value = ""]]) => `${cookie}=${value}`).join("; ");
};

/** Makes the subscribers of a run; each run has its own. */
export const makeSubscribers = (): Subscribers => {
  const run = `load_${Date.now().toString(36)}`;
  const count = Number(setting("USERS", "40"));
  return { cookies: Array.from({ length: count }, (_, index) => subscribe(`${run}_${index}`)) };
};
