import { setTimeout as delay } from "node:timers/promises";
import { type ApiResponse, createClient, expectOk } from "@orbline/demo/http-client";
import { payOnPage, subscribe } from "@orbline/demo/buy-plan";
import type { Shot, Subscriber, Target } from "./load.ts";

const password = "Correct-horse-1";

/** Users who have bought the monthly plan, a few at a time. */
export async function makeSubscribers(url: string, count: number): Promise<Subscriber[]> {
  const run = `c${Date.now().toString(36)}`;
  const subscribers: Subscriber[] = [];
  const workers = Array.from({ length: 4 }, async (_, worker) => {
    for (let index = worker; index < count; index += 4) {
      const username = `${run}_${index}`;
      const buyer = { username, password, email: `${username}@orbline.example` };
      subscribers.push({ username, password, client: await subscribe(url, buyer, "monthly") });
    }
  });
  await Promise.all(workers);
  return subscribers;
}

const retryForMs = 60_000;

/**
 * Sends a request until a service responds: again after a lost connection, and after 502, 503 and 504. `shots` gets the
 * time from the first try to the response. @throws after a minute
 */
export async function untilServed(
  { kind, send }: Target,
  shots: Shot[] = [],
): Promise<ApiResponse> {
  const startedAt = performance.now();
  for (let tries = 1; ; tries += 1) {
    const response = await send().catch(() => undefined);
    const ms = performance.now() - startedAt;
    if (response && ![502, 503, 504].includes(response.status)) {
      shots.push({ kind, ms, tries, failure: undefined });
      return response;
    }
    if (ms > retryForMs) throw new Error(`${kind}: not served in a minute: ${response?.text}`);
    await delay(50 + Math.random() * 100);
  }
}

/**
 * Registers an account and buys the monthly plan while processes die: every request is sent until a service responds.
 * A registration whose response was lost has taken the name, so the buyer then signs in.
 */
export async function buyPersistently(
  url: string,
  username: string,
  shots: Shot[],
): Promise<Subscriber> {
  const client = createClient(url);
  const email = `${username}@orbline.example`;
  const post = (path: string, body: object): Target => ({
    kind: `POST ${path}`,
    send: () => client.post(path, body),
  });
  const account = { username, password, email };
  const registered = await untilServed(post("/api/register", account), shots);
  const login = () => untilServed(post("/api/login", { username, password }), shots);
  expectOk(registered.status === 409 ? await login() : registered, "registration");
  const order = post("/api/create-direct-checkout", { plan: "monthly", email });
  const checkout = expectOk(await untilServed(order, shots), "checkout") as Checkout;
  await payOnPage(checkout.checkoutUrl, email);
  const path = `/api/verify-subscription-status?session_id=${checkout.sessionId}`;
  const verification = { kind: "verification", send: () => client.get(path) };
  expectOk(await untilServed(verification, shots), "verification");
  return { username, password, client };
}

type Checkout = { checkoutUrl: string; sessionId: string };
