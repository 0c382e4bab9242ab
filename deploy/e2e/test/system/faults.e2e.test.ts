import { eventually } from "@orbline/kit/testing/eventually";
import { controlProduct } from "@orbline/stack/product-control";
import type { AdminUser } from "@orbline/proto/http/admin/users";
import type { CheckoutResponse, VerifyResponse } from "@orbline/proto/http/billing/checkout";
import type { Prediction } from "@orbline/proto/http/prediction/prediction";
import type { HistoryResponse } from "@orbline/proto/http/prediction/history";
import type { SubscriptionStatusResponse } from "@orbline/proto/http/billing/subscription-status";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { type Client, createClient } from "@orbline/demo/http-client";
import { persist, workThroughCrashes } from "../../src/crashes.ts";
import {
  emailOf,
  logInAs,
  newName,
  password,
  predict,
  register,
  subscribe,
} from "../../src/people.ts";
import { cards, createSandbox, payByForm } from "../../src/sandbox.ts";
import { readTopics } from "../../src/topics.ts";

const product = inject("product");
const control = controlProduct(product.settings);
const sandbox = createSandbox(product);

let events: Awaited<ReturnType<typeof readTopics>>;
let admin: Client;
beforeAll(async () => {
  events = await readTopics(product);
  admin = await logInAs(product, "admin");
});
afterAll(async () => {
  await control.waitUntilHealthy();
  await events.close();
});

const statusOf = async (client: Client) =>
  (await client.get<SubscriptionStatusResponse>("/api/subscription/status")).body;

/** Ids of all predictions of a user, page by page. */
const historyOf = async (client: Client, cursor = ""): Promise<string[]> => {
  const path = `/api/predictions?limit=100${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
  const { predictions, nextCursor } = (await client.get<HistoryResponse>(path)).body;
  const ids = predictions.map(({ id }) => id);
  return nextCursor === null ? ids : [...ids, ...(await historyOf(client, nextCursor))];
};

describe("a service that is killed at random moments", () => {
  const count = 50;

  /** All rows of one buyer at the provider, even for several customers. */
  const atProvider = async (name: string, kind: string) => {
    const customers = await sandbox.list<{ id: string }>(`customers?email=${emailOf(name)}`);
    const lists = customers.map(({ id }) =>
      sandbox.list<{ status: string }>(`${kind}customer=${id}`),
    );
    return (await Promise.all(lists)).flat();
  };

  it("charges and activates each of 50 acknowledged checkouts exactly once (billing)", async () => {
    const buyers: { name: string; id: string; client: Client }[] = [];
    const buy = async () => {
      const name = newName();
      const client = createClient(product.url);
      const body = { username: name, password, email: emailOf(name), plan: "monthly" };
      const opened = await persist(
        () => client.post<CheckoutResponse>("/api/register-with-checkout", body),
        ({ success }) => success,
      );
      const { checkoutUrl = "", sessionId = "", userId = "" } = opened.body;
      expect((await payByForm(checkoutUrl, { name })).status).toBe(303);
      const path = `/api/verify-subscription-status?session_id=${sessionId}`;
      await persist(
        () => client.get<VerifyResponse>(path),
        ({ success }) => success,
      );
      buyers.push({ name, id: userId, client });
    };
    const crashes = { control, service: "billing", times: 5, withinMs: 2_500 } as const;
    await workThroughCrashes(crashes, { count, concurrency: 5 }, buy);
    expect(buyers).toHaveLength(count);
    let notified = 0;
    for (const { name, id, client } of buyers) {
      expect(await statusOf(client)).toMatchObject({ status: "active", tier: "premium" });
      expect(await atProvider(name, "subscriptions?status=all&")).toMatchObject([
        { status: "active" },
      ]);
      expect(await atProvider(name, "charges?")).toMatchObject([{ status: "succeeded" }]);
      await eventually(() =>
        expect(events.subscription(id).at(-1)?.state).toMatchObject({
          entitled: true,
          status: "active",
          tier: "premium",
        }),
      );
      // After a crash the relay may skip a state for a newer one, but never publishes one twice.
      const activated = events.subscription(id).filter(({ type }) => type.endsWith(".activated"));
      expect(new Set(activated.map(({ seq }) => seq)).size).toBeLessThanOrEqual(1);
      notified += Math.min(activated.length, 1);
    }
    console.log(`billing: ${notified} of ${count} activations were published with that name`);
  });

  it("stores each of 50 acknowledged predictions exactly once (prediction)", async () => {
    const { client } = await subscribe(product);
    const given: string[] = [];
    const ask = async (index: number) => {
      const answer = await persist(
        () => predict(client, index + 1),
        (body) => "id" in body,
      );
      given.push((answer.body as Prediction).id);
    };
    const crashes = { control, service: "prediction", times: 5, withinMs: 50 } as const;
    await workThroughCrashes(crashes, { count, concurrency: 2 }, ask);
    const history = await historyOf(client);
    expect(new Set(history).size).toBe(history.length);
    expect(history).toEqual(expect.arrayContaining(given));
    expect(new Set(given).size).toBe(count);
  });
});

it("ends access on time and applies a grant at once while Kafka is paused", async () => {
  const { id, name, client } = await subscribe(product, { card: cards.failsLater });
  const twoDaysAndSome = 2 * 86_400 + 3 * 3_600;
  await sandbox.advance(twoDaysAndSome);
  const notified = () => events.subscription(id).some(({ state }) => state.graceUntilMs);
  await eventually(() => expect(notified()).toBe(true));
  const graceUntil = Date.parse((await statusOf(client)).graceUntil ?? "");
  await control.pause("kafka");
  try {
    const early = await predict(client);
    expect(Date.now()).toBeLessThan(graceUntil);
    expect(early.status).toBe(200);
    const refused = await eventually(
      async () => {
        const answer = await predict(client);
        expect(answer.status).toBe(403);
        return answer;
      },
      { everyMs: 100 },
    );
    expect(Date.now()).toBeGreaterThanOrEqual(graceUntil);
    expect(refused.body).toMatchObject({
      code: "subscription.required",
      message: "Premium subscription required",
    });
    const granted = await admin.post(`/api/admin/user/${id}/activate-subscription`, {
      durationDays: 30,
    });
    expect(granted.status).toBe(200);
    await eventually(async () => expect((await predict(client)).status).toBe(200), {
      timeoutMs: 2_000,
    });
  } finally {
    await control.resume("kafka");
  }
  await eventually(async () => {
    const path = `/api/admin/users/subscriptions?search=${name}`;
    const { body } = await admin.get<AdminUser[]>(path);
    expect(body).toMatchObject([{ subscriptionStatus: "active", subscriptionTier: "premium" }]);
  });
});

describe("Redis", () => {
  it("returns 503 and keeps the cookie while Redis is paused, then recovers", async () => {
    const { client } = await register(product);
    await control.pause("redis");
    try {
      await eventually(async () => {
        const answer = await client.get("/api/user");
        expect([answer.status, answer.body]).toMatchObject([503, { code: "unavailable" }]);
        expect(answer.headers.getSetCookie()).toEqual([]);
      });
    } finally {
      await control.resume("redis");
    }
    await eventually(async () => expect((await client.get("/api/user")).status).toBe(200));
  });

  it("keeps users signed in and recovers from 503 when Redis is killed", async () => {
    const { client } = await register(product);
    const seen = new Set<number>();
    const ask = async () => {
      const { status } = await client.get("/api/user");
      seen.add(status);
      return status;
    };
    // Redis is down for about a second, so the requests must start before the kill.
    await Promise.all([
      eventually(async () => expect(await ask()).toBe(503)),
      control.kill("redis"),
    ]);
    await eventually(async () => expect(await ask()).toBe(200));
    expect([...seen].filter((status) => status !== 200)).toEqual([503]);
  });
});
